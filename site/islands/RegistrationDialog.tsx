import { useEffect, useRef, useState } from 'react'
import type { Content } from '../../data/content/schema.ts'
import { enhanceForm } from '../registration/inline-form.ts'
import { doesPageSendMail, waitingText, waitingTitle } from '../registration/waiting.ts'
import { Toaster } from '../toast/Toaster.tsx'
import { showToast } from '../toast/toast.ts'
import { RegistrationForm } from './RegistrationForm.tsx'

type Props = { texts: Content['registrationForm']; googleCalendar: string }

export function RegistrationDialog({ texts, googleCalendar }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isUsed, setIsUsed] = useState(false)
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>('[data-registration-form]')
    if (form) enhanceForm(form)
  }, [])

  useEffect(() => {
    const open = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || !event.target.closest('[data-register]')) return
      if (!document.querySelector('[data-registration-form]')) return
      event.preventDefault()
      setIsUsed(true)
      setIsOpen(true)
      dialog.current?.showModal()
    }
    document.addEventListener('click', open)
    return () => document.removeEventListener('click', open)
  }, [])

  function thank(isWaiting: boolean) {
    dialog.current?.close()
    if (isWaiting) {
      const sendsMail = doesPageSendMail()
      const links = sendsMail ? [{ label: 'Pedirlo otra vez', href: '/recuperar' }] : []
      return showToast({ kind: 'success', title: waitingTitle, text: waitingText(sendsMail), links, stays: true })
    }
    const sessions = document.getElementById('registro-sesiones')?.textContent
    const links = [
      ...(sessions ? [{ label: 'Pedir el enlace otra vez', href: '/recuperar' }] : []),
      { label: 'Google Calendar', href: googleCalendar },
      { label: 'Archivo de calendario (.ics)', href: '/evento.ics' },
    ]
    const text = [texts.successMessage, sessions].filter(Boolean).join(' ')
    showToast({ kind: 'success', title: texts.successTitle, text, links, stays: true })
  }

  return (
    <>
      <dialog ref={dialog} className="sheet" aria-labelledby="registration-title" onClose={() => setIsOpen(false)}>
        {isUsed && <RegistrationForm texts={texts} onRegistered={thank} onClose={() => dialog.current?.close()} />}
        {/* An open dialog makes the rest of the page inert, so the toast has to be inside the dialog. */}
        {isOpen && <Toaster />}
      </dialog>
      {!isOpen && <Toaster />}
    </>
  )
}
