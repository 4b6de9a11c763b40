import { useEffect, useRef } from 'react'
import { type Control, useController, useFormState, useWatch } from 'react-hook-form'
import type { ItemFields } from '../../../data/content/schema.ts'
import { endAfter, minutesBetween } from './times.ts'

type Fields = ItemFields<'events'>

export function useAutomaticEnd(control: Control<Fields>): void {
  const { field: end } = useController({ control, name: 'endTime' })
  const start = useWatch({ control, name: 'startTime' })
  // The saved start changes when the form takes over a newer version after a conflict.
  const savedStart = useFormState({ control }).defaultValues?.startTime
  const isTyped = useRef(false)
  const last = useRef({ savedStart, start, end: end.value, minutes: minutesBetween(start, end.value) })

  useTyping(control, ['startTime'], () => {
    isTyped.current = true
  })

  useEffect(() => {
    const before = last.current
    const isLengthGiven =
      end.value !== before.end || start === before.start || savedStart !== before.savedStart || !isTyped.current
    // While somebody types a start, the field has other times for a moment. The event keeps its length from before the typing.
    const minutes = isLengthGiven ? minutesBetween(start, end.value) : before.minutes
    const newEnd = isLengthGiven || start === '' || minutes === null ? null : endAfter(start, minutes)
    isTyped.current = false
    last.current = { savedStart, start, end: newEnd ?? end.value, minutes }
    if (newEnd !== null && newEnd !== end.value) end.onChange(newEnd)
  }, [savedStart, start, end.value, end.onChange])
}

export function useAutomaticStart(control: Control<Fields>, defaultStart: (fields: Fields) => string): void {
  const { field: start } = useController({ control, name: 'startTime' })
  const { title, startTime = '' } = useFormState({ control }).defaultValues ?? {}
  const filledIn = useRef(startTime)

  useTyping(control, ['scenarioId', 'day', 'isPlenary'], (values) => {
    // A title means that the event is edited or copied, so its start stays.
    if (title || values.startTime !== filledIn.current) return
    filledIn.current = defaultStart(values)
    start.onChange(filledIn.current)
  })
}

/** Clears the room when the user marks a session as for everybody. */
export function useNoRoomForAll(control: Control<Fields>): void {
  const { field: room } = useController({ control, name: 'scenarioId' })
  useTyping(control, ['isPlenary'], ({ isPlenary }) => {
    if (isPlenary) room.onChange('')
  })
}

/** Calls `onTyping` for input of the user, but not for values that a restored draft or a settled conflict sets. */
function useTyping(control: Control<Fields>, name: (keyof Fields)[], onTyping: (values: Fields) => void): void {
  const latest = useRef(onTyping)
  latest.current = onTyping

  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` never changes
  useEffect(
    () =>
      control._subscribe({
        name,
        exact: true,
        formState: { values: true },
        callback: ({ type, values }: { type?: string; values: Fields }) => {
          if (type === 'change') latest.current(values)
        },
      }),
    [control],
  )
}
