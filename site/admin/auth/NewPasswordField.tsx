import type { FieldValues } from 'react-hook-form'
import { limits } from '../../../data/limits.ts'
import type { FieldProps } from '../forms/field-props.ts'
import { TextField } from '../forms/TextField.tsx'

export function NewPasswordField<T extends FieldValues>(props: FieldProps<T>) {
  return (
    <TextField
      {...props}
      type="password"
      autoComplete="new-password"
      required
      hint={`Al menos ${limits.password.min} caracteres; ni tu nombre, ni tu correo, ni una de las más usadas.`}
    />
  )
}
