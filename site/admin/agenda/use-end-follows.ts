import { useEffect, useRef } from 'react'
import { type Control, useController, useFormState, useWatch } from 'react-hook-form'
import type { ItemFields } from '../../../data/content/schema.ts'
import { endAfter, minutesBetween } from './times.ts'

export function useEndFollows(control: Control<ItemFields<'events'>>): void {
  const { field: end } = useController({ control, name: 'endTime' })
  const start = useWatch({ control, name: 'startTime' })
  // Changes if the form is rebased.
  const saved = useFormState({ control }).defaultValues?.startTime
  // Restoring a draft or settling a conflict changes the start without typing. The end then stays.
  const isTyped = useRef(false)
  const last = useRef({ saved, start, end: end.value, minutes: minutesBetween(start, end.value) })

  useEffect(
    () =>
      control._subscribe({
        name: 'startTime',
        exact: true,
        formState: { values: true },
        // `type` is set only for changes by the field itself.
        callback: ({ type }: { name?: string; type?: string }) => {
          if (type === 'change') isTyped.current = true
        },
      }),
    [control],
  )

  useEffect(() => {
    const before = last.current
    // A typed end, or one that came with the start, sets the length.
    const isSaid = end.value !== before.end || start === before.start || saved !== before.saved || !isTyped.current
    // A half-typed time passes through other values, so the earlier length counts.
    const minutes = isSaid ? minutesBetween(start, end.value) : before.minutes
    const moved = isSaid || start === '' || minutes === null ? null : endAfter(start, minutes)
    isTyped.current = false
    last.current = { saved, start, end: moved ?? end.value, minutes }
    if (moved !== null && moved !== end.value) end.onChange(moved)
  }, [saved, start, end.value, end.onChange])
}
