import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useAuth } from '../auth/AuthProvider.tsx'
import { type Draft, differing, readDraft, removeDraft, writeDraft } from './drafts.ts'
import { typeInto } from './rebase.ts'
import { markTyped } from './typed.ts'

type Options = {
  /** Where the draft is kept; none where nothing may be kept, as with passwords. */
  place: string | undefined
  /** The version that the form is based on. */
  tag: () => string
  /** Takes over the version that a recovered draft was based on. */
  onRecover: (tag: string) => void
  /** Whether the draft was asked for already. */
  isRecovered?: boolean
}

/**
 * Keeps what is typed on this device until it is saved or discarded. What was left here before is offered; while nobody
 * has answered, it is kept along with what is typed since.
 */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, { place, tag, onRecover, isRecovered }: Options) {
  const { user } = useAuth()
  const owner = user?.id ?? ''
  const [offer, setOffer] = useState(() => {
    const draft = place === undefined ? null : readDraft(owner, place)
    return draft && Object.keys(newIn(form, draft)).length > 0 ? draft : null
  })
  // What the subscription below needs to know of the newest render.
  const current = useRef({ offer, tag })
  current.current = { offer, tag }

  const keep = useRef(() => {})
  keep.current = () => {
    if (place === undefined) return
    const typed = differing(form.getValues(), startOf(form))
    const { offer, tag } = current.current
    const hasTyped = Object.keys(typed).length > 0
    markTyped(place, hasTyped ? typed : null)
    if (hasTyped) writeDraft(owner, place, { at: Date.now(), tag: offer?.tag ?? tag(), values: { ...offer?.values, ...typed } })
    else if (offer) writeDraft(owner, place, offer)
    else removeDraft(owner, place)
  }

  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => keep.current() }), [form])
  useEffect(() => () => void (place !== undefined && markTyped(place, null)), [place])

  function answer() {
    current.current = { ...current.current, offer: null }
    setOffer(null)
  }

  function recover() {
    if (!offer) return
    onRecover(offer.tag)
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
    /** Forgets it: it was saved, or is discarded. */
    discard: () => {
      answer()
      if (place !== undefined) removeDraft(owner, place)
    },
  }
}

/** What a form began with. Its `formState` says so one render later. */
export const startOf = <T extends FieldValues>(form: UseFormReturn<T>) => form.control._defaultValues as Partial<T>

/** What a draft holds that is not in the form as it is. */
const newIn = <T extends FieldValues>(form: UseFormReturn<T>, { values }: Draft) => differing(values, form.getValues())
