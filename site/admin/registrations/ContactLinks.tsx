import { Link2, Mail, MessageCircle, Phone } from 'lucide-react'
import type { Registration } from '../../../data/registrations/schema.ts'
import { copyLink } from '../mail/mails.ts'
import { Button } from '../ui/Button.tsx'
import { whatsappUrl } from './whatsapp.ts'

export function ContactLinks({ registration: { id, name, email, phone } }: { registration: Registration }) {
  const whatsapp = whatsappUrl(phone)
  return (
    <div className="flex flex-wrap gap-2">
      {email && (
        <a href={`mailto:${encodeURIComponent(email)}`} className="btn btn-sm" aria-label={`Correo a ${name}`}>
          <Mail className="size-4" aria-hidden="true" />
          Correo
        </a>
      )}
      {whatsapp && (
        <>
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="btn btn-sm" aria-label={`Llamar a ${name}`}>
            <Phone className="size-4" aria-hidden="true" />
            Llamar
          </a>
          <a href={whatsapp} target="_blank" rel="noopener noreferrer" className="btn btn-sm" aria-label={`WhatsApp a ${name}`}>
            <MessageCircle className="size-4" aria-hidden="true" />
            WhatsApp
          </a>
        </>
      )}
      <Button label="Copiar enlace de su página" Icon={Link2} onClick={() => copyLink(id)} />
    </div>
  )
}
