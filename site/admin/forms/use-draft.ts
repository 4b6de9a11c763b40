import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { $session } from '../calls/session.ts'
import { differing, readDraft, removeDraft, type UnsavedFields, writeDraft } from './drafts.ts'
import { typeInto } from './rebase.ts'
import { markTyped } from './typed.ts'

export type DraftOptions = {
  /** Under what the draft is kept; none where nothing is to be. */
  draftKey: string | undefined
  /** Whether it was asked for already. */
  isRecovered?: boolean
  /** The version that the form is based on; of a new one, under what it is made. */
  tag: () => string
  /** What a new one began with that was not typed: it belongs to what was. */
  begun?: object | undefined
  /** Takes over the version that a recovered draft was based on. */
  setTag: (tag: string) => void
}

/**
 * Keeps what is typed on this device until it is saved or discarded. What was left here before is offered; while nobody
 * has answered, it is kept along with what is typed since. Without options, as of a password, nothing is.
 */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, options: DraftOptions | undefined) {
  const { draftKey: key, isRecovered = false } = options ?? {}
  const owner = useStore($session).data?.user?.id ?? ''
  const [offer, setOffer] = useState(() => {
    const draft = key === undefined ? null : readDraft(owner, key)
    return draft && Object.keys(newIn(form, draft)).length > 0 ? draft : null
  })
  // Once it is answered there is none, before the next render as well.
  const open = useRef(offer)
  open.current = offer

  const keep = useRef(() => {})
  keep.current = () => {
    if (key === undefined) return
    const changed = differing(form.getValues(), startOf(form))
    const offer = open.current
    const hasTyped = Object.keys(changed).length > 0
    const begun = options?.begun
    markTyped(key, hasTyped ? { ...begun, ...changed } : null)
    // What a new one began with is no answer to the offer.
    const values = { ...begun, ...offer?.values, ...changed }
    if (hasTyped) writeDraft(owner, key, { at: Date.now(), tag: offer?.tag ?? options?.tag() ?? '', values })
    else if (offer) writeDraft(owner, key, offer)
    else removeDraft(owner, key)
  }

  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => keep.current() }), [form])
  useEffect(() => () => void (key !== undefined && markTyped(key, null)), [key])

  function answer() {
    open.current = null
    setOffer(null)
  }

  function recover() {
    if (!offer) return
    options?.setTag(offer.tag)
    answer()
    typeInto(form, offer.values as Partial<T>)
    keep.current()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it opens.
  useEffect(() => {
    if (isRecovered) recover()
  }, [])

  return {
    offer: isRecovered ? null : offer,
    recover,
    decline: () => {
      answer()
      keep.current()
    },
    /** Forgets what was typed: it was saved, or is discarded. What was offered and not answered stays. */
    discard: () => {
      if (key === undefined) return
      if (open.current) writeDraft(owner, key, open.current)
      else removeDraft(owner, key)
    },
  }
}

/** What a form began with. Its `formState` says so one render later. */
export const startOf = <T extends FieldValues>(form: UseFormReturn<T>) => form.control._defaultValues as Partial<T>

/** What a draft holds that is not in the form as it is. */
const newIn = <T extends FieldValues>(form: UseFormReturn<T>, { values }: UnsavedFields) => differing(values, form.getValues())
