import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { $session } from '../../calls/session.ts'
import { setAsTyped } from '../rebase.ts'
import { changedFields, readDraft, removeDraft, setUnsavedInput, type UnsavedFields, writeDraft } from './drafts.ts'

export type DraftOptions = {
  draftKey: string | undefined
  isRecovered?: boolean
  /** Returns the version that the form was filled from, or the idempotency key of a new item. */
  tag: () => string
  startValues?: object | undefined
  setTag: (tag: string) => void
}

export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, options: DraftOptions | undefined) {
  const { draftKey: key, isRecovered = false } = options ?? {}
  const owner = useStore($session).data?.user?.id ?? ''
  const [offer, setOffer] = useState(() => {
    const draft = key === undefined ? null : readDraft(owner, key)
    return draft && Object.keys(newIn(form, draft)).length > 0 ? draft : null
  })
  // A ref, because `store` may run before the next render.
  const openOffer = useRef(offer)
  openOffer.current = offer

  const store = useRef(() => {})
  store.current = () => {
    if (key === undefined) return
    const changed = changedFields(form.getValues(), initialValues(form))
    const offer = openOffer.current
    const hasTyped = Object.keys(changed).length > 0
    const startValues = options?.startValues
    setUnsavedInput(key, hasTyped ? { ...startValues, ...changed } : null)
    // Default values of the form never replace values of the offered draft.
    const values = { ...startValues, ...offer?.values, ...changed }
    if (hasTyped) writeDraft(owner, key, { at: Date.now(), tag: offer?.tag ?? options?.tag() ?? '', values })
    else if (offer) writeDraft(owner, key, offer)
    else removeDraft(owner, key)
  }

  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => store.current() }), [form])
  useEffect(() => () => void (key !== undefined && setUnsavedInput(key, null)), [key])

  function answer() {
    openOffer.current = null
    setOffer(null)
  }

  function recover() {
    if (!offer) return
    options?.setTag(offer.tag)
    answer()
    setAsTyped(form, offer.values as Partial<T>)
    store.current()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the form opens
  useEffect(() => {
    if (isRecovered) recover()
  }, [])

  return {
    offer: isRecovered ? null : offer,
    recover,
    decline: () => {
      answer()
      store.current()
    },
    discard: () => {
      if (key === undefined) return
      if (openOffer.current) writeDraft(owner, key, openOffer.current)
      else removeDraft(owner, key)
    },
  }
}

/** Reads `control`, because `formState` has the initial values one render later. */
export const initialValues = <T extends FieldValues>(form: UseFormReturn<T>) => form.control._defaultValues as Partial<T>

const newIn = <T extends FieldValues>(form: UseFormReturn<T>, { values }: UnsavedFields) =>
  changedFields(values, form.getValues())
