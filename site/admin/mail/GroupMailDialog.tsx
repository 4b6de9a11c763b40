import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { GroupMailState } from '../../../api/mail/group-routes.ts'
import { groupMailSchema, type MailGroup } from '../../../data/mail/schema.ts'
import { formatCount } from '../../format-count.ts'
import { serverMessage } from '../calls/messages.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { TextField } from '../forms/TextField.tsx'
import { type GroupMailFields, groupNames, writeToGroup } from './group-mail.ts'
import { MailPreview } from './MailPreview.tsx'

const empty: GroupMailFields = { to: 'all', subject: '', body: 'Hola, {nombre}:\n\n' }

const schema = groupMailSchema.omit({ expected: true })

type Props = { groups: GroupMailState['groups']; onClose: () => void }

/** A mail to a group: to whom, the words, the mail as it arrives, and on the button how many get it. */
export function GroupMailDialog({ groups, onClose }: Props) {
  const [to, setTo] = useState<MailGroup>(empty.to)
  const people = groups[to]
  return (
    <FormDialog
      title="Escribir a un grupo"
      schema={schema}
      values={empty}
      save={(fields) => writeToGroup(fields, people)}
      submit={{ label: people === 1 ? 'Enviar a 1 persona' : `Enviar a ${formatCount(people)} personas`, busy: 'Enviando...' }}
      failure={(error) => ({
        kind: 'error',
        title: 'El correo no salió',
        text: serverMessage(error, 'El servidor no respondió. Inténtalo de nuevo: nadie lo recibe dos veces.'),
      })}
      onClose={onClose}
    >
      {(control) => <Fields control={control} groups={groups} onGroup={setTo} />}
    </FormDialog>
  )
}

type FieldsProps = { control: Control<GroupMailFields>; groups: GroupMailState['groups']; onGroup: (to: MailGroup) => void }

function Fields({ control, groups, onGroup }: FieldsProps) {
  const [to, subject, body] = useWatch({ control, name: ['to', 'subject', 'body'] })
  useEffect(() => onGroup(to), [to, onGroup])
  const options = (Object.keys(groupNames) as MailGroup[])
    // Nobody has arrived before there is a door.
    .filter((group) => group !== 'arrived' || groups.arrived > 0)
    .map((group) => ({ value: group, label: `${groupNames[group]} (${formatCount(groups[group])})` }))
  return (
    <>
      <SelectField control={control} name="to" label="Para" options={options} required />
      <TextField control={control} name="subject" label="Asunto" required />
      <TextField
        control={control}
        name="body"
        label="Texto"
        rows={7}
        required
        hint="Puedes usar {nombre}, {evento}, {fecha}, {lugar} y {enlace}."
      />
      <MailPreview kind="group" title="Correo a un grupo" subject={subject} body={body} />
    </>
  )
}
