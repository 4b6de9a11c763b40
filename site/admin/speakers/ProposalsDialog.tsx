import { useStore } from '@nanostores/react'
import { use, useState } from 'react'
import { type LinkChange, nameOfChange } from '../../../data/speakers/link-fields.ts'
import type { OpenProposal } from '../../../data/speakers/proposals.ts'
import { collections } from '../content/collections.ts'
import { fieldOf } from '../content/kinds.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { ChangedValue } from '../history/ChangedValue.tsx'
import { openProposals } from '../shell/open-proposals.ts'
import { TimeZoneContext, useFormatDate } from '../shell/time-zone.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { decide } from './proposals.ts'

export function ProposalsDialog({ onClose }: { onClose: () => void }) {
  const { data: speakers = [] } = useStore(collections.speakers.$loaded)
  return (
    <Dialog title="Propuestas de speakers" isWide onClose={onClose}>
      <Loading of={openProposals}>
        {(open) =>
          open.length === 0 ? (
            <p className="panel-empty">No hay propuestas por revisar.</p>
          ) : (
            <>
              <p className="text-base-content/75 max-w-prose text-sm">
                Lo marcado se publica; lo demás se queda como está, y cada speaker ve en su página qué pasó.
              </p>
              <ul className="flex flex-col gap-4">
                {open.map((proposal) => (
                  <OneProposal
                    key={`${proposal.id} ${JSON.stringify(proposal.changes)}`}
                    proposal={proposal}
                    name={speakers.find(({ id }) => id === proposal.speaker)?.name ?? 'El speaker'}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loading>
    </Dialog>
  )
}

function OneProposal({ proposal, name }: { proposal: OpenProposal; name: string }) {
  const formatDate = useFormatDate()
  const [declined, setDeclined] = useState<readonly string[]>(proposal.overtaken)
  const [isBusy, setIsBusy] = useState(false)
  const accepted = proposal.changes.map(nameOfChange).filter((change) => !declined.includes(change))

  const label =
    accepted.length === 0 ? 'Rechazar todo' : accepted.length === 1 ? 'Publicar 1 cambio' : `Publicar ${accepted.length} cambios`

  async function save() {
    setIsBusy(true)
    await decide(proposal, accepted, name)
    setIsBusy(false)
  }

  const flip = (change: string) =>
    setDeclined((others) => (others.includes(change) ? others.filter((other) => other !== change) : [...others, change]))

  return (
    <li className="rounded-box border-base-300 border">
      <p className="px-4 pt-3 wrap-anywhere">
        <strong dir="auto">{name}</strong>{' '}
        <span className="text-base-content/75 text-sm">{formatDate(proposal.at, "d 'de' MMMM, HH:mm")}</span>
      </p>
      <ul className="divide-base-300 divide-y px-4">
        {proposal.changes.map((change) => {
          const key = nameOfChange(change)
          return (
            <ProposedChange
              key={key}
              change={change}
              isOvertaken={proposal.overtaken.includes(key)}
              isAccepted={!declined.includes(key)}
              onFlip={() => flip(key)}
            />
          )
        })}
      </ul>
      <p className="border-base-300 flex justify-end border-t px-4 py-3">
        <Button
          label={label}
          className={`btn btn-sm ${accepted.length === 0 ? 'btn-outline btn-error' : 'btn-primary'}`}
          aria-label={`${label} de ${name}`}
          disabled={isBusy}
          onClick={() => void save()}
        />
      </p>
    </li>
  )
}

type ChangeProps = { change: LinkChange; isOvertaken: boolean; isAccepted: boolean; onFlip: () => void }

function ProposedChange({ change, isOvertaken, isAccepted, onFlip }: ChangeProps) {
  const timeZone = use(TimeZoneContext)
  const { data: events = [] } = useStore(collections.events.$loaded)
  const { section, id, field, before, after } = change
  const talk = section === 'events' ? events.find((event) => event.id === id)?.title : undefined
  return (
    <li className="py-3">
      <label className="flex cursor-pointer items-start gap-3">
        <input type="checkbox" className="checkbox checkbox-sm checkbox-primary mt-0.5" checked={isAccepted} onChange={onFlip} />
        <span className="changes min-w-0 flex-1 wrap-anywhere">
          <span className="block text-sm font-semibold">
            {fieldOf(section, field).label}
            {talk && ` de «${talk}»`}
          </span>
          {isOvertaken && (
            <span className="text-base-content/75 block text-sm">
              Alguien del equipo lo cambió después de esta propuesta. Márcalo solo si quieres reemplazar lo de ahora.
            </span>
          )}
          <span dir="auto" className="block whitespace-pre-line">
            <ChangedValue section={section} field={field} before={before} after={after} timeZone={timeZone} />
          </span>
        </span>
      </label>
    </li>
  )
}
