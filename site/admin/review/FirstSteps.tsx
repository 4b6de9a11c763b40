import type { SampleClaim } from '../../../data/review/sample-claims.ts'
import { fieldOf, whereIs } from '../content/kinds.ts'
import { openField } from '../content/open-item.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { accept } from './accepted.ts'
import { Row } from './Row.tsx'

type Props = { claims: SampleClaim[]; onClose: () => void }

/** Sample texts that visitors still see, with links to their fields. */
export function FirstSteps({ claims, onClose }: Props) {
  const formatDate = useFormatDate()
  return (
    <Dialog title="Tu página todavía dice…" onClose={onClose}>
      <p className="text-base-content/75 text-sm">
        Son los textos con los que viene el sitio, y los visitantes los leen. Cuando cambies uno, sale de esta lista. Lo que esté
        bien así también puede salir: en este dispositivo no se vuelve a mencionar.
      </p>
      <ul className="flex flex-col gap-3">
        {claims.map(({ name, section, field, text, more }) => {
          const { label, is } = fieldOf(section, field)
          const where = `${whereIs(section)}, ${label}`
          return (
            <Row
              key={where}
              where={where}
              action="Cambiar"
              onOpen={() => {
                onClose()
                openField(section, field)
              }}
              onAccept={() => accept(name)}
            >
              <p className="font-semibold wrap-anywhere">«{is === 'date' ? formatDate(text, "d 'de' MMMM 'de' yyyy") : text}»</p>
              <p className="text-base-content/75 text-sm">
                {where}
                {more > 0 && ` y ${more} más`}
              </p>
            </Row>
          )
        })}
      </ul>
    </Dialog>
  )
}
