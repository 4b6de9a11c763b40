import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { z } from 'zod'
import { conferenceSchema, heroSchema } from '../../../data/content/schema.ts'
import { showToast } from '../../toast/toast.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { failureToast, notPublished } from '../calls/messages.ts'
import { sections } from '../content/sections.ts'
import { DayInWords } from '../forms/DayInWords.tsx'
import { TextField } from '../forms/TextField.tsx'
import { useSchemaForm } from '../forms/use-schema-form.ts'
import { useFormatDate } from '../shell/time-zone.ts'
import { $published } from '../status/publish.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'

const schema = z.object({
  name: conferenceSchema.shape.name,
  eventDate: heroSchema.shape.eventDate,
  location: heroSchema.shape.location,
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
  return (
    <section aria-label="Primeros datos" className="panel-column pb-6">
      <Loading of={sections.hero}>
        {({ value: { title: name, eventDate, location } }) => (
          <Form values={{ name, eventDate: formatDate(eventDate, 'yyyy-MM-dd'), location }} onSkip={onSkip} />
        )}
      </Loading>
    </section>
  )
}

function Form({ values, onSkip }: { values: Basics; onSkip: () => void }) {
  const { form, showRefused } = useSchemaForm<Basics>(schema, values)

  async function save({ name, eventDate, location }: Basics) {
    const { hero } = sections
    try {
      const { saved, publishError } = await hero.save({ title: name, eventDate, location }, (await hero.read()).tag)
      hero.change(() => saved)
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
        <TextField control={form.control} name="location" label="¿Dónde es?" />
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
