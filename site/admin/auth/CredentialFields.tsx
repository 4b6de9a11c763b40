import type { Control } from 'react-hook-form'
import type { Credentials } from '../calls/session.ts'
import { TextField } from '../forms/TextField.tsx'

/** Who signs in, and their password. */
export function CredentialFields({ control }: { control: Control<Credentials> }) {
  return (
    <>
      <TextField control={control} name="email" label="Email" type="email" autoComplete="username" required />
      <TextField control={control} name="password" label="Contraseña" type="password" autoComplete="current-password" required />
    </>
  )
}
