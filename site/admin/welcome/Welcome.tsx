import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { z } from 'zod'
import { inviteSchema } from '../../../data/accounts/schema.ts'
import { isAfter } from '../../../data/clock-time.ts'
import { conferenceSchema, heroSchema } from '../../../data/content/schema.ts'
import { limits } from '../../../data/limits.ts'
import { showToast } from '../../toast/toast.ts'
import { useIsAdmin, useUser } from '../auth/use-user.ts'
import { failureToast, notPublished } from '../calls/messages.ts'
import { $session, changeProfile } from '../calls/session.ts'
import { sections } from '../content/sections.ts'
import { DayInWords } from '../forms/DayInWords.tsx'
import { NumberField } from '../forms/NumberField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { useSchemaForm } from '../forms/use-schema-form.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { $published } from '../status/publish.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { showSteps } from './FiveSteps.tsx'

/** Name of the administrator that the first start creates. */
const firstUserName = 'Administrador'

const { name, startTime, endTime } = conferenceSchema.shape
const { eventDate, location } = heroSchema.shape

const schema = z
  .object({
    ...{ name, eventDate, startTime, endTime, location },
    days: z.int('Escribe un número').min(1, 'Mínimo 1').max(limits.days, `Máximo ${limits.days}`),
    ownName: inviteSchema.shape.name,
  })
  .refine(({ startTime, endTime }) => endTime === '' || isAfter(endTime, startTime), {
    path: ['endTime'],
    error: 'La hora de fin debe ser posterior a la de inicio',
  })

type Basics = z.infer<typeof schema>

export function Welcome() {
  const isNew = useIsNew()
  const [isSkipped, setIsSkipped] = useState(false)
  if (isSkipped || !isNew) return null
  return <Questions onSkip={() => setIsSkipped(true)} />
}

export function useIsNew(): boolean {
  const { data } = useStore($published)
  return useIsAdmin() && data?.savedRevision === 0
}

type Props = { onSkip: () => void }

function Questions({ onSkip }: Props) {
  const formatDate = useFormatDate()
  const user = useUser()
  return (
    <section aria-label="Primeros datos" className="panel-column pb-6">
      <Loading of={sections.hero}>
        {({ value: { title: name, eventDate, location } }) => (
          <Form
            values={{
              ...{ name, location, days: 1, endTime: '', ownName: user && user.name !== firstUserName ? user.name : '' },
              eventDate: formatDate(eventDate, 'yyyy-MM-dd'),
              startTime: formatDate(eventDate, 'HH:mm'),
            }}
            onSkip={onSkip}
          />
        )}
      </Loading>
    </section>
  )
}

async function saveBasics({ name, eventDate, startTime, endTime, location, days, ownName }: Basics): Promise<string | null> {
  const { hero, event, about } = sections
  const user = $session.get().data?.user
  if (user && ownName !== user.name) await changeProfile({ name: ownName, picture: user.picture })
  const date = `${eventDate}T${startTime}`
  const { saved, ...answer } = await hero.save({ title: name, eventDate: date, location }, (await hero.read()).tag)
  let { publishError } = answer
  if (endTime) {
    const timed = await event.save({ endTime }, (await event.read()).tag)
    event.change(() => timed.saved)
    publishError = timed.publishError
  }
  hero.change(() => saved)
  if (days > 1) {
    const counted = await about.save({ stat1Number: String(days), stat1Label: 'Días de evento' }, (await about.read()).tag)
    about.change(() => counted.saved)
    publishError = counted.publishError
  }
  return publishError
}

function Form({ values, onSkip }: { values: Basics; onSkip: () => void }) {
  const { form, showRefused } = useSchemaForm<Basics>(schema, values)

  async function save(basics: Basics) {
    try {
      const publishError = await saveBasics(basics)
      showSteps(true)
      showToast(
        publishError
          ? notPublished(publishError)
          : { kind: 'success', title: '¡Listo!', text: 'Tu conferencia ya tiene página.' },
      )
    } catch (error) {
      showRefused(error)
      showToast(failureToast('Error al guardar', 'No se pudo guardar. Inténtalo de nuevo.')(error))
    }
  }

  return (
    <form onSubmit={form.handleSubmit(save)} noValidate className="card">
      <p className="text-base-content/75 text-sm">Con esto tu página ya es la tuya. Todo se puede cambiar después.</p>
      <TextField control={form.control} name="name" label="¿Cómo se llama tu conferencia?" required />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          control={form.control}
          name="eventDate"
          label="¿Qué día es?"
          type="date"
          required
          hint={<DayInWords control={form.control} name="eventDate" />}
        />
        <NumberField control={form.control} name="days" label="¿Cuántos días dura?" />
        <TextField control={form.control} name="startTime" label="¿A qué hora empieza?" type="time" required />
        <TextField control={form.control} name="endTime" label="¿A qué hora termina?" type="time" hint="Puedes dejarla vacía." />
        <TextField control={form.control} name="location" label="¿Dónde es?" />
        <TextField
          control={form.control}
          name="ownName"
          label="¿Cómo te llamas?"
          autoComplete="name"
          required
          hint="Así firmas las invitaciones al panel."
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          label={form.formState.isSubmitting ? 'Guardando...' : 'Empezar'}
          type="submit"
          className="btn btn-primary"
          disabled={form.formState.isSubmitting}
        />
        <Button label="Omitir" className="btn btn-ghost" onClick={onSkip} />
      </div>
    </form>
  )
}
