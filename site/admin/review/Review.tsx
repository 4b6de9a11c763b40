import type { Finding } from '../../../data/review/review.ts'
import { fieldOf, isCollection, whereIs } from '../content/kinds.ts'
import { openField, openItem, openList } from '../content/open-item.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Row } from './Row.tsx'
import { acceptFinding } from './review.ts'

export function Review({ findings, onClose }: { findings: Finding[]; onClose: () => void }) {
  return (
    <Dialog title="Por revisar" onClose={onClose}>
      <p className="text-base-content/75 text-sm">
        {findings.length === 0
          ? 'No queda nada por revisar.'
          : 'Lo que alguien que lee tu página con cuidado notaría. Nada de esto impide guardar ni publicar; lo que esté bien así puede salir de la lista: en este dispositivo no se vuelve a mencionar.'}
      </p>
      <ul className="flex flex-col gap-3">
        {findings.map((finding) => {
          const { section, id, field, message, level } = finding
          const where = [whereIs(section), field && fieldOf(section, field).label].filter(Boolean).join(', ')
          return (
            <Row
              key={`${section} ${id} ${message}`}
              where={`${where}: ${message}`}
              action="Ver"
              onOpen={() => {
                onClose()
                open(finding)
              }}
              onAccept={() => acceptFinding(finding)}
            >
              <p className="wrap-anywhere">
                {level === 'error' && <span className="badge badge-error badge-sm me-2 align-baseline">Error</span>}
                <span className="font-semibold">{message}</span>
              </p>
              <p className="text-base-content/75 text-sm">{where}</p>
            </Row>
          )
        })}
      </ul>
    </Dialog>
  )
}

function open({ section, id, field }: Finding): void {
  if (!isCollection(section)) openField(section, field ?? '')
  else if (id === undefined) openList(section)
  else openItem(section, id, field)
}
