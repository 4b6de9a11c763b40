import type { ContentKey } from '../../../data/content/schema.ts'
import { isCollection, kinds } from '../content/kinds.ts'
import type { Save } from './history.ts'

/** A section at a revision, one item of it, or everything at an instant. */
export type RestoreOption = {
  label: string /** Label of the confirming button. */
  action: string /** Toast title. */
  done: string
} & ({ revision: number; section: ContentKey; id?: string } | { time: string })

/** `time` is the save's own ('10:32'). The smallest restore comes first. */
export function restoreOptionsOf(save: Save, time: string): RestoreOption[] {
  const whole = kinds[save.section].label
  const isList = isCollection(save.section)
  const of = isList ? `Toda la lista de ${whole}` : whole
  const { revision, previous, section } = save
  const before: RestoreOption[] =
    previous === null
      ? []
      : [
          {
            label: `${of}, como estaba antes de este cambio`,
            action: 'Restaurar',
            done: `${whole}: como antes de las ${time}`,
            revision: previous,
            section,
          },
        ]
  return [
    ...(isList ? itemOptions(save) : []),
    ...before,
    { label: `${of}, como quedó con este cambio`, action: 'Restaurar', done: `${whole}: como a las ${time}`, revision, section },
    everythingAt(save.at, time),
  ]
}

export const everythingAt = (at: string, time: string): RestoreOption => ({
  label: `Todo el contenido, como estaba a las ${time}`,
  action: `Volver a las ${time}`,
  done: `Todo como a las ${time}`,
  time: at,
})

function itemOptions({ changes, revision, previous, section }: Save): RestoreOption[] {
  const items = new Map(changes.map((change) => [change.id ?? '', change]))
  return [...items].flatMap(([id, { name = '', ...change }]): RestoreOption[] => {
    const isDeletion = change.field === null && change.after === null
    const isCreation = change.field === null && change.before === null
    const before = previous !== null && !isCreation
    return [
      ...(before
        ? [
            {
              label: isDeletion ? `Recuperar ${name}` : `Solo ${name}, como estaba antes de este cambio`,
              action: isDeletion ? 'Recuperar' : 'Restaurar',
              done: `${name}: ${isDeletion ? 'recuperado' : 'como estaba antes'}`,
              revision: previous,
              section,
              id,
            },
          ]
        : []),
      ...(isDeletion
        ? []
        : [
            {
              label: `Solo ${name}, como quedó con este cambio`,
              action: 'Restaurar',
              done: `${name}: restaurado`,
              revision,
              section,
              id,
            },
          ]),
    ]
  })
}
