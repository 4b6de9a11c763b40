import type { Control } from 'react-hook-form'
import { TextField } from '../fields/TextField.tsx'
import type { Credentials } from '../stores/session.ts'

/** Who signs in, and their password. */
export function CredentialFields({ control }: { control: Control<Credentials> }) {
  return (
    <>
      <TextField control={control} name="email" label="Email" type="email" autoComplete="username" required />
      <TextField control={control} name="password" label="Contraseña" type="password" autoComplete="current-password" required />
    </>
  )
}
