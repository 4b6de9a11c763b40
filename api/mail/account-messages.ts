/** Mails to users of the panel. Organisers cannot edit their texts. */
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { es } from 'date-fns/locale/es'
import type { AccountNews, AccountRecipient } from '../accounts/account-mails.ts'
import { type Message, nameInMail } from './message.ts'

type AccountSite = { name: string; timeZone: string; origin: string }

type AccountText = Pick<Message, 'subject' | 'button'> & { paragraphs: string[]; footer?: string }

export function accountMessage(news: AccountNews, to: AccountRecipient, site: AccountSite): Message {
  const { paragraphs, ...text } = textOf(news, site)
  return {
    facts: [],
    changes: [],
    hasTicket: false,
    footer: `Recibes este correo porque esta dirección tiene una cuenta en el panel de ${site.name}.`,
    ...text,
    paragraphs: [`Hola, ${nameInMail(to.name)}:`, ...paragraphs].map((paragraph) => [paragraph]),
  }
}

function textOf(news: AccountNews, { name, timeZone, origin }: AccountSite): AccountText {
  const ownAccount = { label: 'Ver mi cuenta', href: `${origin}/admin` }
  switch (news.about) {
    case 'reset':
      return {
        subject: 'Elige una contraseña nueva',
        paragraphs: [
          `Alguien, seguramente tú, pidió una contraseña nueva para el panel de ${name}. Este enlace sirve una sola vez, durante 30 minutos.`,
          'Si no fuiste tú, no hagas nada: tu contraseña sigue igual.',
        ],
        button: { label: 'Elegir contraseña', href: news.link },
      }
    case 'invite':
      if (news.role === 'door')
        return {
          subject: `Te invitaron a recibir en la puerta de ${name}`,
          paragraphs: [
            `${nameInMail(news.by)} te invitó a recibir a quienes llegan a ${name}. Abre este enlace en el teléfono que vas a usar y elige tu contraseña: la puerta se abre enseguida. El enlace sirve una sola vez, durante 7 días.`,
            `La puerta lee los códigos con la cámara y busca por nombre, también sin internet. Después la encuentras en ${origin}/puerta.`,
          ],
          button: { label: 'Elegir contraseña', href: news.link },
          footer: `Recibes este correo porque esta dirección tiene una cuenta en la puerta de ${name}.`,
        }
      return {
        subject: `Te invitaron al panel de ${name}`,
        paragraphs: [
          `${nameInMail(news.by)} te invitó a trabajar en el sitio de ${name}. Elige tu contraseña para entrar; este enlace sirve una sola vez, durante 7 días.`,
        ],
        button: { label: 'Elegir contraseña', href: news.link },
      }
    case 'email':
      return {
        subject: 'Confirma tu correo',
        paragraphs: [
          `Este será tu correo para entrar al panel de ${name} cuando lo confirmes. El enlace sirve una sola vez, durante una hora.`,
          'Si no lo pediste, no hagas nada: no cambia nada.',
        ],
        button: { label: 'Confirmar email', href: news.link },
        footer: `Recibes este correo porque alguien escribió esta dirección en el panel de ${name}.`,
      }
    case 'device': {
      const when = format(new TZDate(news.at, timeZone), "d 'de' MMMM 'a las' HH:mm", { locale: es })
      return {
        subject: 'Entraste desde un dispositivo nuevo',
        paragraphs: [
          `Alguien, seguramente tú, entró al panel de ${name} con ${news.device}, el ${when}.`,
          'Si no fuiste tú, cambia tu contraseña ahora: con eso se cierran todas tus sesiones.',
        ],
        button: ownAccount,
      }
    }
    case 'speaker':
      return speakerText(news, name)
    case 'access':
      return {
        subject: 'Cambió la seguridad de tu cuenta',
        paragraphs: [
          `${news.what} Es tu cuenta del panel de ${name}.`,
          'Si no fuiste tú, cambia tu contraseña ahora y avisa a un administrador.',
        ],
        button: ownAccount,
      }
  }
}

const speakerText = ({ link, missing, deadline }: Extract<AccountNews, { about: 'speaker' }>, name: string): AccountText => ({
  subject: `Tu página de speaker en ${name}`,
  paragraphs: [
    `Con este enlace confirmas que vienes, y corriges tu foto, tu biografía y los textos de tus charlas en ${name}. No necesitas cuenta.`,
    ...(missing.length > 0 ? [`Todavía nos falta: ${missing.join('; ')}.`] : []),
    ...(deadline ? [`Por favor complétalo antes del ${deadline}.`] : []),
    'El enlace es personal: quien lo tenga puede cambiar tus datos.',
  ],
  button: { label: 'Abrir mi página', href: link },
  footer: `Recibes este correo porque el equipo organizador de ${name} te anotó como speaker con esta dirección.`,
})
