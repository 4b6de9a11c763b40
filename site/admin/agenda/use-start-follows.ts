import { useEffect, useRef } from 'react'
import { type Control, useController, useFormState } from 'react-hook-form'
import type { ItemFields } from '../../../data/content/schema.ts'

type Fields = ItemFields<'events'>

/** Fills in the start of a new event when its room or day is chosen, until somebody types another start. */
export function useStartFollows(control: Control<Fields>, usualStart: (fields: Fields) => string): void {
  const { field: start } = useController({ control, name: 'startTime' })
  const { title, startTime = '' } = useFormState({ control }).defaultValues ?? {}
  // An event that is edited or copied has a title, and keeps its start.
  const isNew = !title
  const filledIn = useRef(startTime)
  const latest = useRef({ start, usualStart })
  latest.current = { start, usualStart }

  useEffect(
    () =>
      control._subscribe({
        name: ['scenarioId', 'day', 'isPlenary'],
        exact: true,
        formState: { values: true },
        // Only changes by hand have a type: a draft that is recovered keeps its start.
        callback: ({ type, values }: { type?: string; values: Fields }) => {
          if (!isNew || type !== 'change' || values.startTime !== filledIn.current) return
          filledIn.current = latest.current.usualStart(values)
          latest.current.start.onChange(filledIn.current)
        },
      }),
    [control, isNew],
  )
}
