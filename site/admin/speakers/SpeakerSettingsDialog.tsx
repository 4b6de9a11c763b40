import { use } from 'react'
import { sectionSchemas } from '../../../data/content/schema.ts'
import { dayOf } from '../../../data/zone.ts'
import { notPublished, notUpdated } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { inputsOf } from '../content/inputs.ts'
import { optionsOf } from '../content/kinds.ts'
import { type SavedSection, sections } from '../content/sections.ts'
import { ConvertedField } from '../forms/ConvertedField.tsx'
import { FormDialog } from '../forms/FormDialog.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { TimeZoneContext } from '../shell/time-zone.ts'

type Props = { settings: SavedSection<'speakerEdits'>; onClose: () => void }

const state = sections.speakerEdits

export function SpeakerSettingsDialog({ settings, onClose }: Props) {
  const timeZone = use(TimeZoneContext)
  const { value: before, tag } = settings

  async function save(values: typeof before) {
    const { saved, publishError } = await state.save(values, tag)
    state.change(() => saved)
    const undo = () => state.save(before, saved.tag).then((answer) => state.change(() => answer.saved))
    const toast = publishError ? notPublished(publishError) : ({ kind: 'success', title: 'Ajustes actualizados' } as const)
    return { ...toast, action: undoing(undo) }
  }

  return (
    <FormDialog
      title="Ajustes de los enlaces"
      schema={sectionSchemas.speakerEdits}
      values={before}
      save={save}
      failure={notUpdated('Hubo un problema al actualizar los ajustes.')}
      onClose={onClose}
    >
      {(_, control) => {
        const input = inputsOf('speakerEdits', control)
        return (
          <>
            <p className="max-w-prose">
              Con su enlace, cada speaker confirma que va y cambia su foto, sus datos y los textos de sus charlas, sin tener
              cuenta.
            </p>
            <SelectField {...input('edits')} options={optionsOf('speakerEdits', 'edits')} />
            <ConvertedField
              {...input('deadline')}
              type="date"
              hint="La mencionan el correo y su página. Después de ese día los enlaces siguen sirviendo."
              // The API takes an instant too.
              toText={(value) => (value.length > 10 ? dayOf(timeZone, value) : value)}
              toValue={(text) => text}
            />
          </>
        )
      }}
    </FormDialog>
  )
}
