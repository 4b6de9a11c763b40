/** Organisers cannot edit these texts. */
import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { es } from 'date-fns/locale/es'
import type { AccountNews, AccountRecipient } from '../accounts/account-mails.ts'
import { type Message, nameInMail } from './mail-texts.ts'

type AccountSite = { name: string; timeZone: string; origin: string }

const when = (at: string, timeZone: string) => format(new TZDate(at, timeZone), "d 'de' MMMM 'a las' HH:mm", { locale: es })

/** Returns the mail to a user of the panel. */
export function accountMessage(news: AccountNews, to: AccountRecipient, site: AccountSite): Message {
  const hello = [`Hola, ${nameInMail(to.name)}:`]
  const rest = {
    facts: [],
    changes: [],
    hasTicket: false,
    footer: `Recibes este correo porque esta dirección tiene una cuenta en el panel de ${site.name}.`,
  }
  switch (news.about) {
    case 'reset':
      return {
        ...rest,
        subject: 'Elige una contraseña nueva',
        paragraphs: [
          hello,
          [
            `Alguien, seguramente tú, pidió una contraseña nueva para el panel de ${site.name}. Este enlace sirve una sola vez, durante 30 minutos.`,
          ],
          ['Si no fuiste tú, no hagas nada: tu contraseña sigue igual.'],
        ],
        button: { label: 'Elegir contraseña', href: news.link },
      }
    case 'invite':
      return {
        ...rest,
        subject: `Te invitaron al panel de ${site.name}`,
        paragraphs: [
          hello,
          [
            `${nameInMail(news.by)} te invitó a trabajar en el sitio de ${site.name}. Elige tu contraseña para entrar; este enlace sirve una sola vez, durante 7 días.`,
          ],
        ],
        button: { label: 'Elegir contraseña', href: news.link },
      }
    case 'email':
      return {
        ...rest,
        subject: 'Confirma tu email',
        paragraphs: [
          hello,
          [
            `Este será tu email para entrar al panel de ${site.name} cuando lo confirmes. El enlace sirve una sola vez, durante una hora.`,
          ],
          ['Si no lo pediste, no hagas nada: no cambia nada.'],
        ],
        button: { label: 'Confirmar email', href: news.link },
        footer: `Recibes este correo porque alguien escribió esta dirección en el panel de ${site.name}.`,
      }
    case 'device':
      return {
        ...rest,
        subject: 'Entraste desde un dispositivo nuevo',
        paragraphs: [
          hello,
          [`Alguien, seguramente tú, entró al panel de ${site.name} con ${news.device}, el ${when(news.at, site.timeZone)}.`],
          ['Si no fuiste tú, cambia tu contraseña ahora: con eso se cierran todas tus sesiones.'],
        ],
        button: { label: 'Ver mi cuenta', href: `${site.origin}/admin` },
      }
    case 'access':
      return {
        ...rest,
        subject: 'Cambió cómo entras al panel',
        paragraphs: [
          hello,
          [`${news.what} Es tu cuenta del panel de ${site.name}.`],
          ['Si no fuiste tú, cambia tu contraseña ahora y avisa a un administrador.'],
        ],
        button: { label: 'Ver mi cuenta', href: `${site.origin}/admin` },
      }
  }
}
