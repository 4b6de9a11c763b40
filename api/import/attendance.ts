import { fold } from '../../data/text.ts'

const coming = new RegExp(
  `^(${[
    'si|yes|true|1|x|ok|con lugar|registrad[oa]|inscrit[oa]|confirmad[oa]|aceptad[oa]|aprobad[oa]|activ[oa]|pagad[oa]|complet[oa]',
    'completad[oa]|asiste|asistira|asistio|viene|va|si asistira|invitacion aceptada',
    'registered|confirmed|accepted|approved|active|attending|going|paid|complete|completed|checked in|attended|yes attending',
  ].join('|')})$`,
)

const away = new RegExp(
  [
    '^(no|false|0|not|nop)$',
    '\\bno (asist|viene|vendra|va\\b|ira|puede|podra|acept)|\\b(not|cannot|wont|won t) (attend|go|com|accept)',
    '^(cancel|rechaz|declin|anul|elimin|deneg|expir|vencid|reembols|refund|reject|denied|withdr|delet|void|baja|retir|no show|ausent)',
  ].join('|'),
)

export function attendanceOf(state: string): 'coming' | 'away' | 'unclear' {
  const words = fold(state)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  if (state.trim() === '' || coming.test(words)) return 'coming'
  return away.test(words) ? 'away' : 'unclear'
}
