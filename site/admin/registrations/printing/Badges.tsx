import { type CSSProperties, useState, useTransition } from 'react'
import { createPortal } from 'react-dom'
import type { Registration } from '../../../../data/registrations/schema.ts'
import { showToast } from '../../../toast/toast.ts'
import { attempt } from '../../calls/attempt.ts'
import { Dialog } from '../../dialogs/Dialog.tsx'
import { DialogActions } from '../../dialogs/DialogActions.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { usePrinting } from '../../ui/printing.ts'
import { $badges, type Badge, type BadgeEvent, badgeEvent, type Group, groups, peopleOf, printBadges } from './badges.ts'

/** Keeps the last choice while the panel is open, because at the door people print with the same choice all day. */
const last: { size: string; group: Group } = { size: '', group: groups[0].key }

type Props = { person?: Registration; onClose: () => void }

/** Prints the badge of `person`, or of a group that the user chooses. */
export function Badges({ person, onClose }: Props) {
  return (
    <Dialog title={person ? `Gafete de ${person.name}` : 'Gafetes'} onClose={onClose}>
      <Loading of={badgeEvent}>{(event) => <BadgeChoice {...{ event, person, onClose }} />}</Loading>
      <PrintedBadges />
    </Dialog>
  )
}

function BadgeChoice({ event, person, onClose }: Props & { event: BadgeEvent }) {
  const [sizeKey, setSizeKey] = useState(last.size)
  const [group, setGroup] = useState<Group>(last.group)
  const [first, setFirst] = useState(1)
  const [isBusy, startPrinting] = useTransition()
  const { sizes } = event
  const size = sizes.find(({ key }) => key === sizeKey) ?? sizes[0]

  async function print() {
    Object.assign(last, { size: size.key, group })
    await attempt('No se imprimió', async () => {
      const people = person ? [person] : await peopleOf(group)
      const skipped = Math.min(Math.max(Math.trunc(first) || 1, 1), size.each) - 1
      if (people.length > 0) printBadges(people, { event, size, skipped })
      else showToast({ kind: 'error', title: 'No hay a quién imprimirle', text: 'En ese grupo no hay nadie.' })
    })
  }

  return (
    <>
      {!person && <Choice label="Para" value={group} options={groups} onChoose={(key) => setGroup(key as Group)} />}
      <Choice label="Etiquetas" value={size.key} options={sizes} onChoose={setSizeKey} />
      {size.each > 1 && (
        <label className="flex flex-col gap-1">
          <span className="text-sm font-semibold">Empezar en la etiqueta</span>
          <input
            type="number"
            className="input w-28"
            min={1}
            max={size.each}
            value={first}
            onChange={({ target }) => setFirst(target.valueAsNumber)}
          />
          <span className="text-base-content/75 text-sm">Si ya usaste algunas etiquetas de la hoja.</span>
        </label>
      )}
      <p className="text-base-content/75 text-sm">
        Cada gafete lleva el nombre, la empresa, el evento y un código para la puerta, que no abre los datos de nadie. Al
        imprimir, elige tamaño real (100 %) y sin márgenes.
      </p>
      <DialogActions
        label={isBusy ? 'Un momento...' : 'Imprimir'}
        onClick={() => startPrinting(print)}
        isBusy={isBusy}
        cancelLabel="Cerrar"
        onCancel={onClose}
      />
    </>
  )
}

type ChoiceProps = {
  label: string
  value: string
  options: readonly { key: string; label: string }[]
  onChoose: (key: string) => void
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <label className="flex flex-col gap-1">
      <span className="text-sm font-semibold">{label}</span>
      <select className="select w-full" value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(({ key, label: text }) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

const [longNameLength, veryLongNameLength] = [22, 40]

function PrintedBadges() {
  const badges = usePrinting($badges)
  if (!badges) return null
  const { event, size, sheets } = badges
  return createPortal(
    <div
      className={`printed-badges ${size.key}`}
      style={{ '--accent': event.color, '--on-accent': event.content } as CSSProperties}
    >
      {sheets.map((sheet, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sheets and free labels have no other key
        <div key={index} className="badge-sheet">
          {sheet.map((badge, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: free labels have no other key
            <div key={place} className="badge-label">
              {badge && <PrintedBadge {...badge} event={event.name} />}
            </div>
          ))}
        </div>
      ))}
    </div>,
    document.body,
  )
}

function PrintedBadge({ event, name, company, path, squares }: Badge & { event: string }) {
  const size = name.length > veryLongNameLength ? 'is-longest' : name.length > longNameLength ? 'is-long' : ''
  return (
    <>
      <p className="badge-event">{event}</p>
      <div className="badge-body">
        <p className={size}>
          <strong dir="auto">{name}</strong>
          {company && <span dir="auto">{company}</span>}
        </p>
        <svg viewBox={`0 0 ${squares} ${squares}`} aria-hidden="true" shapeRendering="crispEdges">
          <path d={path} />
        </svg>
      </div>
    </>
  )
}
