import { useStore } from '@nanostores/react'
import { Award, Send } from 'lucide-react'
import { useState, useTransition } from 'react'
import type { CertificatesState } from '../../../api/certificates/routes.ts'
import { limits } from '../../../data/limits.ts'
import { sections } from '../content/sections.ts'
import { MailPreview } from '../mail/MailPreview.tsx'
import { MailProgress } from '../mail/MailProgress.tsx'
import { sendLabel } from '../mail/to-many.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { certificates, makeByHand, makeForSpeakers, sendCertificates, stoppingCertificates } from './certificates.ts'
import { HandedCertificate } from './HandedCertificate.tsx'

/** Only for administrators, because the API refuses other users. */
export function SendingCertificates() {
  return <Loading of={certificates}>{(state) => <Sending state={state} />}</Loading>
}

export function WithoutMail() {
  const { data } = useStore(certificates.$loaded)
  if (!data || data.mail) return null
  return <p>Sin servidor de correo, cada persona descarga su constancia en la página de su registro.</p>
}

export function HandedCertificates() {
  return <Loading of={certificates}>{({ toHand }) => <Handed toHand={toHand} />}</Loading>
}

function Sending({ state: { isOver, group, mail } }: { state: CertificatesState }) {
  const [isShown, setIsShown] = useState(false)
  const [isSending, send] = useTransition()
  const words = useStore(sections.mailTexts.$loaded).data
  if (!mail) return null
  const people = mail.people[group]
  const who = group === 'arrived' ? 'llegaron' : 'confirmaron'
  return (
    <section aria-label="Enviar las constancias" className="card items-start gap-3">
      <h2 className="font-bold">Enviar las constancias</h2>
      <p>
        El agradecimiento, la constancia y las grabaciones van en un solo correo, una vez a cada persona de las que {who}. Su
        texto se cambia en Ajustes · Correo, y la dirección de las grabaciones en Ajustes · Evento.
      </p>
      {!isOver && <p className="text-base-content/75">Se pueden enviar cuando el evento termine.</p>}
      {isOver && people === 0 && (
        <p className="text-base-content/75">
          {mail.last ? 'No falta nadie por recibirla.' : 'Nadie ha confirmado ni llegado todavía.'}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          label={sendLabel(people)}
          Icon={Send}
          className="btn btn-primary btn-sm"
          disabled={!isOver || people === 0 || isSending}
          onClick={() => send(async () => void (await sendCertificates(group)))}
        />
        <Button
          label={isShown ? 'Ocultar vista previa' : 'Vista previa'}
          aria-expanded={isShown}
          onClick={() => setIsShown(!isShown)}
        />
      </div>
      {isShown && words && (
        <MailPreview
          kind="certificate"
          title="Constancia"
          subject={words.value.certificateSubject}
          body={words.value.certificateBody}
        />
      )}
      {mail.last && (
        <MailProgress last={mail.last} name="Último envío" stopping={stoppingCertificates} onWatch={certificates.load} />
      )}
    </section>
  )
}

function Handed({ toHand }: Pick<CertificatesState, 'toHand'>) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<'organiser' | 'speaker'>('organiser')
  const [isMaking, make] = useTransition()
  async function add() {
    if (await makeByHand({ role, name })) setName('')
  }
  return (
    <section aria-label="Ponentes y organización" className="card items-start gap-3">
      <h2 className="font-bold">Ponentes y organización</h2>
      <p>De ellos no se guarda un correo: copia el enlace de cada constancia y entrégaselo.</p>
      <Button label="Crear las de los speakers visibles" Icon={Award} onClick={() => void makeForSpeakers()} />
      <form
        className="flex w-full flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          // Without this check, pressing Enter twice would make two certificates.
          if (!isMaking) make(add)
        }}
      >
        <label className="flex min-w-52 grow flex-col gap-1 text-sm font-semibold">
          Otra persona
          <input
            className="input w-full font-normal"
            value={name}
            onChange={({ target }) => setName(target.value)}
            required
            maxLength={limits.shortText}
            autoComplete="off"
          />
        </label>
        <label className="flex w-full flex-col gap-1 text-sm font-semibold sm:w-auto">
          Como
          <select
            className="select w-full font-normal sm:w-auto"
            value={role}
            onChange={({ target }) => setRole(target.value === 'speaker' ? 'speaker' : 'organiser')}
          >
            <option value="organiser">Organización</option>
            <option value="speaker">Ponente</option>
          </select>
        </label>
        <Button label="Hacer la constancia" type="submit" className="btn" disabled={isMaking} />
      </form>
      {toHand.length > 0 && (
        <ul className="divide-base-300 flex w-full flex-col divide-y">
          {toHand.map((certificate) => (
            <HandedCertificate key={certificate.code} certificate={certificate} onRevoked={certificates.load} />
          ))}
        </ul>
      )}
    </section>
  )
}
