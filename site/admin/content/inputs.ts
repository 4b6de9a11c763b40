import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import type { ContentKey } from '../../../data/content/schema.ts'
import type { FieldProps } from '../forms/field-props.ts'
import { fieldOf } from './kinds.ts'

/** What the input of a field is given: the form that it belongs to, and what the field is called. */
export type Inputs<T extends FieldValues> = (name: FieldPath<T>) => FieldProps<T>

/** The inputs of a form that edits this kind of content. */
export const inputsOf =
  <T extends FieldValues>(key: ContentKey, control: Control<T>): Inputs<T> =>
  (name) => ({ control, name, label: fieldOf(key, name).label })
