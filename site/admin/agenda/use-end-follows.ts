import { useEffect, useRef } from 'react'
import { type Control, useController, useFormState, useWatch } from 'react-hook-form'
import type { ItemFields } from '../../../data/content/schema.ts'
import { endAfter, minutesBetween } from './times.ts'

/** Moves the end of an event along when another start is typed, so that it stays as long as it was. */
export function useEndFollows(control: Control<ItemFields<'events'>>): void {
  const { field: end } = useController({ control, name: 'endTime' })
  const start = useWatch({ control, name: 'startTime' })
  // Another one when the form is put on a newer version: that start was not typed.
  const saved = useFormState({ control }).defaultValues?.startTime
  // A start that is recovered, or chosen of two, was not typed either: its end is as it was left.
  const isTyped = useRef(false)
  const last = useRef({ saved, start, end: end.value, minutes: minutesBetween(start, end.value) })

  useEffect(
    () =>
      control._subscribe({
        name: 'startTime',
        exact: true,
        formState: { values: true },
        // Only of what comes from the field itself is it told what it was.
        callback: ({ type }: { name?: string; type?: string }) => {
          if (type === 'change') isTyped.current = true
        },
      }),
    [control],
  )

  useEffect(() => {
    const before = last.current
    // An end that was typed, or came together with the start, says how long the event is from now on.
    const isSaid = end.value !== before.end || start === before.start || saved !== before.saved || !isTyped.current
    // While a time is typed it passes through others: the length is that of before.
    const minutes = isSaid ? minutesBetween(start, end.value) : before.minutes
    const moved = isSaid || start === '' || minutes === null ? null : endAfter(start, minutes)
    isTyped.current = false
    last.current = { saved, start, end: moved ?? end.value, minutes }
    if (moved !== null && moved !== end.value) end.onChange(moved)
  }, [saved, start, end.value, end.onChange])
}
