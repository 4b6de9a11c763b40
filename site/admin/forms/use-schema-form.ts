import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldPath, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../calls/client.ts'
import { useUploading } from './uploading.ts'

export function useSchemaForm<T extends FieldValues>(schema: z.ZodType, values: T) {
  // The cast is needed because the schema's type also allows null for texts.
  const resolver = zodResolver(schema as never) as unknown as Resolver<T>
  const form = useForm<T>({ resolver, defaultValues: values as DefaultValues<T> })
  const isUploading = useUploading(form.control)

  function showRefused(error: unknown) {
    const fields = error instanceof ApiError ? Object.entries(error.body?.fields ?? {}) : []
    for (const [index, [name, message]] of fields.entries()) {
      form.setError(name as FieldPath<T>, { message }, { shouldFocus: index === 0 })
    }
  }

  return { form, isDirty: form.formState.isDirty, isUploading, showRefused }
}
