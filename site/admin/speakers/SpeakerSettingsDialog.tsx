import { use } from 'react'
import { sectionSchemas } from '../../../data/content/schema.ts'
import { dayOf } from '../../../data/zone.ts'
import { notUpdated } from '../calls/messages.ts'
import { inputsOf } from '../content/inputs.ts'
import { optionsOf } from '../content/kinds.ts'
import { saveChange } from '../content/save-change.ts'
import type { SavedSection } from '../content/sections.ts'
import { ConvertedField } from '../forms/ConvertedField.tsx'
import { changedFields } from '../forms/drafts/drafts.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { TimeZoneContext } from '../shell/time-zone.ts'

type Props = { settings: SavedSection<'speakerEdits'>; onClose: () => void }

export function SpeakerSettingsDialog({ settings, onClose }: Props) {
  const timeZone = use(TimeZoneContext)
  return (
    <FormDialog
      title="Ajustes de los enlaces"
      schema={sectionSchemas.speakerEdits}
      values={settings.value}
      save={(values) => saveChange('speakerEdits', changedFields(values, settings.value), settings, 'Ajustes actualizados')}
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
              // The API also accepts an instant, which this field shows as a day.
              toText={(value) => (value.length > 10 ? dayOf(timeZone, value) : value)}
              toValue={(text) => text}
            />
          </>
        )
      }}
    </FormDialog>
  )
}
