import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'
import { differing, isSame } from './drafts.ts'

/** Sets several fields of a form, as if they were typed. */
export function typeInto<T extends FieldValues>(form: UseFormReturn<T>, values: Partial<T>): void {
  const known = new Set(Object.keys(form.getValues()))
  for (const [name, value] of Object.entries(values).filter(([name]) => known.has(name)))
    form.setValue(name as FieldPath<T>, value as PathValue<T, FieldPath<T>>, { shouldDirty: true })
}

/**
 * Puts a form on a newer version: what was not typed is as it is there, what was typed stays. Returns the fields that are
 * disputed, with what both made of them; `named` are those that the server names, where it does.
 */
export function rebase<T extends FieldValues>(form: UseFormReturn<T>, began: Partial<T>, newest: T, named?: string[]) {
  const typed = form.getValues()
  const mine = differing(typed, began)
  const changedByBoth = Object.keys(mine).filter((name) => !isSame(began[name], newest[name]))
  const names = (named ?? changedByBoth).filter((name) => name in typed && !isSame(typed[name], newest[name]))
  const yours = Object.fromEntries(names.map((name) => [name, typed[name]])) as Partial<T>
  form.reset(newest)
  typeInto(form, { ...mine, ...yours })
  return Object.fromEntries(names.map((name) => [name, { yours: typed[name], theirs: newest[name] }]))
}
