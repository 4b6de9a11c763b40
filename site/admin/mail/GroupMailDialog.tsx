import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { GroupMailState } from '../../../api/mail/group-routes.ts'
import { groupMailFieldsSchema, type MailGroup } from '../../../data/mail/schema.ts'
import { formatCount } from '../../text/format-count.ts'
import { useUser } from '../auth/use-user.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { SelectField } from '../forms/SelectField.tsx'
import { Button } from '../ui/Button.tsx'
import { type GroupMailFields, groupNames, writeToGroup } from './group-mail.ts'
import { sendTest } from './mails.ts'
import { notSent, sendLabel } from './to-many.ts'
import { WordsFields } from './WordsFields.tsx'

const empty: GroupMailFields = { to: '', subject: '', body: 'Hola, {nombre}:\n\n' }

type Props = { groups: GroupMailState['groups']; start?: GroupMailFields; onClose: () => void }

export function GroupMailDialog({ groups, start = empty, onClose }: Props) {
  const [to, setTo] = useState<MailGroup | ''>(start.to)
  const people = to === '' ? 0 : groups[to]
  return (
    <FormDialog
      title="Escribir a un grupo"
      schema={groupMailFieldsSchema}
      values={start}
      save={(fields) => writeToGroup(fields, { expected: people })}
      submit={{ label: to === '' ? 'Enviar' : sendLabel(people), busy: 'Enviando...' }}
      failure={notSent('correo')}
      onClose={onClose}
    >
      {(_, control) => <Fields control={control} groups={groups} onGroup={setTo} />}
    </FormDialog>
  )
}

type ChosenProps = { ids: string[]; names: string; onSent: () => void; onClose: () => void }

/** `names` is a text for the chosen people, such as 'Ana y Luis' or '12 personas'. */
export function ChosenMailDialog({ ids, names, onSent, onClose }: ChosenProps) {
  async function save(fields: GroupMailFields) {
    const sending = await writeToGroup(fields, { ids })
    onSent()
    return sending
  }
  return (
    <FormDialog
      title="Escribir a quienes elegiste"
      schema={groupMailFieldsSchema}
      values={{ ...empty, to: 'all' }}
      save={save}
      submit={{ label: 'Enviar', busy: 'Enviando...' }}
      failure={notSent('correo')}
      onClose={onClose}
    >
      {(_, control) => (
        <>
          <p className="wrap-anywhere">
            Para {names}. No lo recibe quien canceló, quien no tiene correo y quien ya no quiere recibir correos.
          </p>
          <Words control={control} />
        </>
      )}
    </FormDialog>
  )
}

type FieldsProps = { control: Control<GroupMailFields>; groups: GroupMailState['groups']; onGroup: (to: MailGroup | '') => void }

function Fields({ control, groups, onGroup }: FieldsProps) {
  const to = useWatch({ control, name: 'to' })
  useEffect(() => onGroup(to), [to, onGroup])
  const options = (Object.keys(groupNames) as MailGroup[])
    // Hides 'arrived' if nobody has arrived, and 'unanswered' if nobody lacks an answer.
    .filter((group) => !['arrived', 'unanswered'].includes(group) || groups[group] > 0)
    .map((group) => ({ value: group, label: `${groupNames[group]} (${formatCount(groups[group])})` }))
  return (
    <>
      <SelectField
        control={control}
        name="to"
        label="Para"
        options={[{ value: '', label: 'Elige un grupo' }, ...options]}
        required
      />
      <Words control={control} />
    </>
  )
}

function Words({ control }: { control: Control<GroupMailFields> }) {
  const [subject, body] = useWatch({ control, name: ['subject', 'body'] })
  const user = useUser()
  return (
    <>
      <WordsFields control={control} kind="group" title="Correo a un grupo" />
      {user && (
        <Button
          label="Enviarme una prueba"
          className="btn btn-sm self-start"
          disabled={subject.trim() === '' || body.trim() === ''}
          onClick={() => sendTest('group', user.email, { subject, body })}
        />
      )}
    </>
  )
}
