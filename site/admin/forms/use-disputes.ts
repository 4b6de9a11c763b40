import { useMemo, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { ContentKey } from '../../../data/content/schema.ts'
import { ApiError } from '../calls/client.ts'
import { lastEditors } from '../history/history.ts'
import type { Dispute } from './DisputeChoice.tsx'
import { rebase, setAsTyped } from './rebase.ts'

export const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409

export function useDisputes<T extends FieldValues>(form: UseFormReturn<T>, section: ContentKey | undefined) {
  // Conflicts by field. Null without a conflict, empty if both people made the same changes.
  const [disputes, setDisputes] = useState<Record<string, Dispute> | null>(null)
  const [hasChosen, setHasChosen] = useState(false)

  async function dispute(error: ApiError, began: Partial<T>, newest: T, id?: string) {
    const editors = section ? await lastEditors(section, id) : {}
    const sides = rebase(form, began, newest, error.body?.conflicts && Object.keys(error.body.conflicts))
    const entries = Object.entries(sides).map(([name, both]) => [name, { ...both, editor: editors[name] ?? 'otra persona' }])
    setHasChosen(false)
    setDisputes(Object.fromEntries(entries))
  }

  const context = useMemo(
    () => ({
      section,
      byField: disputes ?? {},
      choose: (name: string, value: unknown) => {
        setHasChosen(true)
        setAsTyped(form, { [name]: value } as Partial<T>)
      },
    }),
    [section, disputes, form],
  )

  function settle() {
    setDisputes(null)
    setHasChosen(false)
  }

  const isDisputed = Object.keys(disputes ?? {}).length > 0
  return { context, hasChosen, isOvertaken: disputes !== null, isDisputed, dispute, settle }
}
