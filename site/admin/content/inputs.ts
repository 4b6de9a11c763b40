import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import type { ContentKey } from '../../../data/content/schema.ts'
import type { FieldProps } from '../forms/field-props.ts'
import { fieldOf } from './kinds.ts'

export type Inputs<T extends FieldValues> = (name: FieldPath<T>) => FieldProps<T>

export const inputsOf =
  <T extends FieldValues>(key: ContentKey, control: Control<T>): Inputs<T> =>
  (name) => ({ control, name, label: fieldOf(key, name).label })
