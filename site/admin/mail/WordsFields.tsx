import { type Control, useWatch } from 'react-hook-form'
import type { SentKind } from '../../../data/content/mail-texts.ts'
import type { MailText } from '../../../data/mail/announcements.ts'
import { TextField } from '../forms/TextField.tsx'
import { MailPreview } from './MailPreview.tsx'

type Props<T extends MailText> = { control: Control<T>; kind: SentKind; title: string }

export function WordsFields<T extends MailText>({ control: formControl, kind, title }: Props<T>) {
  // The type `Control` is invariant, so a form with more fields needs a cast.
  const control = formControl as unknown as Control<MailText>
  const [subject, body] = useWatch({ control, name: ['subject', 'body'] })
  return (
    <>
      <TextField control={control} name="subject" label="Asunto" required />
      <TextField
        control={control}
        name="body"
        label="Texto"
        rows={7}
        required
        hint="Puedes usar {nombre}, {evento}, {fecha}, {lugar} y {enlace}."
      />
      <MailPreview kind={kind} title={title} subject={subject} body={body} />
    </>
  )
}
