import type { Control } from 'react-hook-form'
import type { Credentials } from '../calls/session.ts'
import { TextField } from '../forms/TextField.tsx'

type Props = { control: Control<Credentials>; asksForCode: boolean }

export function CredentialFields({ control, asksForCode }: Props) {
  return (
    <>
      <TextField control={control} name="email" label="Email" type="email" autoComplete="username webauthn" required />
      <TextField control={control} name="password" label="Contraseña" type="password" autoComplete="current-password" required />
      {asksForCode && (
        <TextField
          control={control}
          name="code"
          label="Código"
          autoComplete="one-time-code"
          required
          hint="El de tu aplicación, o un código de recuperación."
        />
      )}
    </>
  )
}
