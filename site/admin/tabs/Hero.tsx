import type { Content } from '../../../data/content/schema.ts'
import { dayInWords } from '../agenda/days.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { notUpdated } from '../calls/messages.ts'
import { collections } from '../content/collections.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import type { SaveOptions } from '../content/sections.ts'
import { ask } from '../dialogs/ask.ts'
import { DayInWords } from '../forms/DayInWords.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { TextField } from '../forms/TextField.tsx'
import { offerAnnouncement } from '../mail/announcement.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { ImageField } from '../uploads/ImageField.tsx'

/** Leaves out an empty background, so the saved image stays. Leaves out the date if the user is not an administrator. */
const toChange =
  (isAdmin: boolean) =>
  ({ backgroundImage, eventDate, ...values }: Content['hero']): Partial<Content['hero']> => ({
    ...values,
    ...(backgroundImage && { backgroundImage }),
    ...(isAdmin && { eventDate }),
  })

/** Asks whether talks with a day of their own move with the conference's date. */
async function askAboutDays(changed: string[], { eventDate }: Content['hero']): Promise<SaveOptions | null> {
  if (!changed.includes('eventDate')) return {}
  await collections.events.load()
  const others = (collections.events.$loaded.get().data ?? []).filter(({ day }) => day !== '')
  if (others.length === 0) return {}
  const talks =
    others.length === 1
      ? 'Hay 1 charla en otro día: puede moverse igual, o quedarse en su fecha'
      : `Hay ${others.length} charlas en otros días: pueden moverse igual, o quedarse en su fecha`
  const answer = await ask({
    question: '¿Mover también los otros días?',
    detail: `La fecha pasa al ${dayInWords(eventDate)}. ${talks}.`,
    action: 'Mover también',
    otherAction: 'Dejar en su fecha',
  })
  return answer && { movesDays: answer === 'action' }
}

export function Hero() {
  const formatDate = useFormatDate()
  const isAdmin = useIsAdmin()
  return (
    <SectionForm
      section="hero"
      title="Hero"
      description={
        <p>
          El Hero es la portada: lo primero que se ve de la página. <strong>Campos simplificados:</strong> aquí el título y la
          descripción son fijos. El nombre de la conferencia se cambia en{' '}
          <a href="#ajustes" className="link">
            Ajustes
          </a>
          .
        </p>
      }
      success={{ title: 'Contenido actualizado', text: 'El hero section ha sido actualizado exitosamente.' }}
      failure={notUpdated('Hubo un problema al actualizar el contenido.')}
      // The form edits only the day. The server keeps the time of day.
      toForm={(saved) => ({ ...saved, eventDate: formatDate(saved.eventDate, 'yyyy-MM-dd') })}
      toChange={toChange(isAdmin)}
      askFirst={askAboutDays}
      offer={offerAnnouncement}
    >
      {(input) => (
        <>
          <FieldGroup title="Textos y fecha">
            <div className="grid gap-5 md:grid-cols-2">
              <TextField {...input('subtitle')} />
              <TextField {...input('ctaText')} required />
              <TextField
                {...input('eventDate')}
                type="date"
                required
                disabled={!isAdmin}
                hint={
                  <>
                    <DayInWords {...input('eventDate')} />{' '}
                    {isAdmin ? 'La hora de inicio se cambia en Ajustes.' : 'Solo un administrador cambia la fecha.'}
                  </>
                }
              />
              <TextField {...input('location')} />
            </div>
          </FieldGroup>
          <FieldGroup title="Logos">
            <div className="grid gap-5 md:grid-cols-2">
              <ImageField {...input('headerLogo')} kind="header-logo" />
              <ImageField {...input('heroLogo')} kind="hero-logo" />
            </div>
          </FieldGroup>
        </>
      )}
    </SectionForm>
  )
}
