import type { Control, FieldPath, FieldValues } from 'react-hook-form'

/** What every field is given: the form it belongs to, which of its values it edits, and its label. */
export type FieldProps<T extends FieldValues> = { control: Control<T>; name: FieldPath<T>; label: string }
