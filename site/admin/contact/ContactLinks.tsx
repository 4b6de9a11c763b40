import { Link2, Mail, MessageCircle, Phone } from 'lucide-react'
import type { Registration } from '../../../data/registrations/schema.ts'
import { copyLink } from '../mail/mails.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { whatsappUrl } from './whatsapp.ts'

export function ContactLinks({ registration: { id, name, email, phone } }: { registration: Registration }) {
  const whatsapp = whatsappUrl(phone)
  return (
    <div className="flex flex-wrap gap-2">
      {email && (
        <ButtonLink label="Correo" Icon={Mail} href={`mailto:${encodeURIComponent(email)}`} aria-label={`Correo a ${name}`} />
      )}
      {whatsapp && (
        <>
          <ButtonLink label="Llamar" Icon={Phone} href={`tel:${phone.replace(/[^\d+]/g, '')}`} aria-label={`Llamar a ${name}`} />
          <ButtonLink
            label="WhatsApp"
            Icon={MessageCircle}
            href={whatsapp}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`WhatsApp a ${name}`}
          />
        </>
      )}
      <Button label="Copiar enlace de su página" Icon={Link2} onClick={() => copyLink(id)} />
    </div>
  )
}
