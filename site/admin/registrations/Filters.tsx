import { useStore } from '@nanostores/react'

import {
  ArrowDownUp,
  ChartBar,
  Check,
  Copy,
  Download,
  EllipsisVertical,
  FileDown,
  IdCard,
  ListChecks,
  Printer,
  Sheet,
  Trash2,
  UserPlus,
} from 'lucide-react'

import { useLayoutEffect, useRef } from 'react'
import { choicesOf, inQuestionOrder } from '../../../data/content/questions.ts'
import type { RegistrationCounts } from '../../../data/registrations/registrations.ts'
import { formatCount } from '../../text/format-count.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { collections } from '../content/collections.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { useMedia } from '../ui/use-media.ts'
import { mayBeMore, similarPairs } from './doubles/similar-registrations.ts'
import { printList } from './printing/PrintedList.tsx'
import { $exportUrls, $filter, type Sort, type Status, setFilter, sortBy } from './registrations.ts'
import { $selection, startChoosing } from './selection.ts'

const sorts: { by: Sort; label: string }[] = [
  { by: 'date', label: 'Ordenar por fecha' },
  { by: 'name', label: 'Ordenar por nombre' },
  { by: 'state', label: 'Ordenar por estado' },
]

const moreStatuses: { value: Status; label: string; isInUse: (counts: RegistrationCounts, isEventDay: boolean) => boolean }[] = [
  // If everybody has a seat, 'Con lugar' would list the same people as 'Todos'.
  { value: 'registered', label: 'Con lugar', isInUse: ({ registered, total }) => registered > 0 && registered < total },
  { value: 'waitlisted', label: 'En lista de espera', isInUse: ({ waitlisted }) => waitlisted > 0 },
  { value: 'cancelled', label: 'Cancelados', isInUse: ({ cancelled }) => cancelled > 0 },
  { value: 'arrived', label: 'Ya llegaron', isInUse: ({ arrived }) => arrived > 0 },
  {
    value: 'missing',
    label: 'Faltan por llegar',
    isInUse: ({ registered, arrived }, isEventDay) => registered > 0 && (arrived > 0 || isEventDay),
  },
]

export type Tool = 'add' | 'import' | 'badges' | 'similar' | 'trash' | 'answers'

type Props = { counts: RegistrationCounts; isEventDay: boolean; hasQuestions: boolean; onOpen: (tool: Tool) => void }

export function Filters({ counts, isEventDay, hasQuestions, onOpen }: Props) {
  const { data: similar = [] } = useStore(similarPairs.$loaded)
  const similarCount = similar.length > 0 ? ` (${formatCount(similar.length)}${mayBeMore(similar) ? ' o más' : ''})` : ''
  const isAdmin = useIsAdmin()
  const isPhone = useMedia('(width < 40rem)')
  const { search, sort } = useStore($filter)
  const exportUrls = useStore($exportUrls)
  const isChoosing = useStore($selection) !== null
  const chooser = useRef<HTMLButtonElement>(null)
  const wasChoosing = useRef(isChoosing)

  // The button that ends the selection disappears, so the focus moves to the button that starts a selection.
  useLayoutEffect(() => {
    const isOver = wasChoosing.current && !isChoosing
    wasChoosing.current = isChoosing
    if (isOver && document.activeElement === document.body) chooser.current?.focus({ preventScroll: true })
  }, [isChoosing])

  return (
    <div className="desk-filters">
      <SearchBox
        placeholder="Buscar por nombre, email o empresa"
        value={search}
        onChange={(changed) => setFilter({ search: changed })}
        onFocus={showResults}
        className="desk-search"
      />
      <div className="flex flex-wrap gap-2">
        <StatusSelect counts={counts} isEventDay={isEventDay} />
        <AnswerSelect />
        <Button
          label="Agregar a mano"
          Icon={UserPlus}
          className="btn btn-primary px-3 max-sm:px-2"
          onClick={() => onOpen('add')}
        />
        <ButtonLink
          label="Exportar CSV"
          Icon={Download}
          href={exportUrls.csv}
          download
          className="btn btn-outline px-3 max-sm:px-2"
        />
        <ActionMenu
          label="Descargar"
          Icon={Sheet}
          actions={[
            { label: 'Exportar Excel', Icon: Sheet, href: exportUrls.xlsx },
            { label: 'Imprimir la lista', Icon: Printer, onClick: () => void printList() },
            { label: 'Gafetes', Icon: IdCard, onClick: () => onOpen('badges') },
          ]}
        />
        <Button label="Elegir varios" Icon={ListChecks} ref={chooser} className="btn btn-ghost px-2" onClick={startChoosing} />
        <ActionMenu
          label="Más"
          Icon={EllipsisVertical}
          actions={[
            ...(isAdmin ? [{ label: 'Importar…', Icon: FileDown, onClick: () => onOpen('import') }] : []),
            ...(hasQuestions ? [{ label: 'Respuestas', Icon: ChartBar, onClick: () => onOpen('answers') }] : []),
            { label: `Posibles repetidos${similarCount}`, Icon: Copy, onClick: () => onOpen('similar') },
            { label: 'Papelera', Icon: Trash2, onClick: () => onOpen('trash') },
            // On a phone the list has no column heads to sort by, so the menu has the sort orders.
            ...(isPhone ? sorts : []).map(({ by, label }) => ({
              label,
              Icon: sort === by ? Check : ArrowDownUp,
              onClick: () => sortBy(by),
            })),
          ]}
        />
      </div>
    </div>
  )
}

/** Scrolls the results to the top, because a phone's keyboard covers the lower half of the screen. */
function showResults(): void {
  if (matchMedia('(width < 40rem)').matches) document.querySelector('.desk-list')?.scrollIntoView({ block: 'start' })
}

function StatusSelect({ counts, isEventDay }: Pick<Props, 'counts' | 'isEventDay'>) {
  const { status } = useStore($filter)
  const more = moreStatuses.filter(({ value, isInUse }) => value === status || isInUse(counts, isEventDay))
  return (
    <label className="max-sm:min-w-36 max-sm:flex-1">
      <span className="sr-only">Estado</span>
      <select
        className="select w-full sm:w-40"
        value={status}
        onChange={(event) => setFilter({ status: event.target.value as Status })}
      >
        <option value="all">Todos</option>
        <option value="confirmed">Confirmados</option>
        <option value="pending">Pendientes</option>
        {more.length > 0 && (
          <optgroup label="Más estados">
            {more.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  )
}

/** Renders nothing without active questions, unless the list is filtered by an answer. */
function AnswerSelect() {
  const { answer } = useStore($filter)
  const questions = inQuestionOrder(useStore(collections.questions.$loaded).data ?? []).filter(({ isActive }) => isActive)
  if (questions.length === 0 && !answer) return null
  return (
    <label className="max-sm:min-w-36 max-sm:flex-1">
      <span className="sr-only">Respuesta</span>
      <select
        className="select w-full sm:w-40"
        value={answer ? JSON.stringify(answer) : ''}
        onChange={({ target }) => setFilter({ answer: target.value === '' ? null : JSON.parse(target.value) })}
      >
        <option value="">Toda respuesta</option>
        {questions.map((question) => (
          <optgroup key={question.id} label={question.label}>
            {[...choicesOf(question), ''].map((text) => (
              <option key={text} value={JSON.stringify({ question: question.id, text })}>
                {text || 'Sin respuesta'}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  )
}
