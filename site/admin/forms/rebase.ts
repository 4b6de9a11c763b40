import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'
import { changedFields, isSame } from './drafts/drafts.ts'

export function setAsTyped<T extends FieldValues>(form: UseFormReturn<T>, values: Partial<T>): void {
  const formFields = new Set(Object.keys(form.getValues()))
  for (const [name, value] of Object.entries(values).filter(([name]) => formFields.has(name)))
    form.setValue(name as FieldPath<T>, value as PathValue<T, FieldPath<T>>, { shouldDirty: true })
}

/**
 * Applies the typed changes to the version `newest`. Returns conflicts by field. If the server sent `conflictNames`, returns only
 * conflicts of these fields.
 */
export function rebase<T extends FieldValues>(form: UseFormReturn<T>, began: Partial<T>, newest: T, conflictNames?: string[]) {
  const typed = form.getValues()
  const mine = changedFields(typed, began)
  const changedByBoth = Object.keys(mine).filter((name) => !isSame(began[name], newest[name]))
  const names = (conflictNames ?? changedByBoth).filter((name) => name in typed && !isSame(typed[name], newest[name]))
  const yours = Object.fromEntries(names.map((name) => [name, typed[name]])) as Partial<T>
  form.reset(newest)
  setAsTyped(form, { ...mine, ...yours })
  return Object.fromEntries(names.map((name) => [name, { yours: typed[name], theirs: newest[name] }]))
}
