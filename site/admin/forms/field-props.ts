import type { Control, FieldPath, FieldValues } from 'react-hook-form'

export type FieldProps<T extends FieldValues> = { control: Control<T>; name: FieldPath<T>; label: string }

export type FieldOf<T extends FieldValues> = (name: FieldPath<T>, label: string) => FieldProps<T>
