import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldPath, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../calls/client.ts'
import { useUploading } from './uploading.ts'

/** A form over `values`, checked by the schema that the server checks with. */
export function useSchemaForm<T extends FieldValues>(schema: z.ZodType, values: T) {
  // The schema is the one of T; its type does not say so, for it also takes null where T has texts.
  const resolver = zodResolver(schema as never) as unknown as Resolver<T>
  const form = useForm<T>({ resolver, defaultValues: values as DefaultValues<T> })
  const isUploading = useUploading(form.control)

  /** Shows at the fields what the server says of them, and puts the focus on the first. */
  function showRefused(error: unknown) {
    const fields = error instanceof ApiError ? Object.entries(error.body?.fields ?? {}) : []
    for (const [index, [name, message]] of fields.entries()) {
      form.setError(name as FieldPath<T>, { message }, { shouldFocus: index === 0 })
    }
  }

  return { form, isDirty: form.formState.isDirty, isUploading, showRefused }
}
