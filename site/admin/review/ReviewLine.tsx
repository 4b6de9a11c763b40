import { useStore } from '@nanostores/react'
import { isSetting } from '../../../data/content/schema.ts'
import type { Finding } from '../../../data/review/review.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { fieldOf, isCollection, whereIs } from '../content/kinds.ts'
import { openField, openItem, openList } from '../content/open-item.ts'
import { $toReview, acceptFinding, saveFix } from './review.ts'
import { type Task, TaskLine } from './TaskLine.tsx'

export function ReviewLine() {
  const isAdmin = useIsAdmin()
  const findings = useStore($toReview).filter(({ section }) => isAdmin || !isSetting(section))
  return (
    <TaskLine
      label={findings.length === 1 ? '1 cosa por revisar' : `${findings.length} cosas por revisar`}
      color={findings.some(({ level }) => level === 'error') ? 'bg-error' : 'bg-warning'}
      title="Por revisar"
      intro={
        findings.length === 0
          ? 'No queda nada por revisar.'
          : 'Lo que alguien que lee tu página con cuidado notaría. Nada de esto impide guardar ni publicar; lo que esté bien así puede salir de la lista: en este dispositivo no se vuelve a mencionar.'
      }
      action="Ver"
      tasks={findings.map(taskOf)}
    />
  )
}

function taskOf(finding: Finding): Task {
  const { section, id, field, message, level, fix } = finding
  const where = [whereIs(section), field && fieldOf(section, field).label].filter(Boolean).join(', ')
  return {
    key: `${section} ${id} ${message}`,
    name: `${where}: ${message}`,
    text: message,
    isError: level === 'error',
    where,
    open: () => open(finding),
    accept: () => acceptFinding(finding),
    fix: fix && !isCollection(section) ? { label: fix.label, run: () => void saveFix(section, fix.change) } : undefined,
  }
}

async function open({ section, id, field }: Finding): Promise<void> {
  if (!isCollection(section)) await openField(section, field ?? '')
  else if (id === undefined) await openList(section)
  else await openItem(section, id, field)
}
