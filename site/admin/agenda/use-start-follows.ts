import { useEffect, useRef } from 'react'
import { type Control, useController, useFormState } from 'react-hook-form'
import type { ItemFields } from '../../../data/content/schema.ts'

type Fields = ItemFields<'events'>

/** Until somebody types another start. */
export function useStartFollows(control: Control<Fields>, defaultStart: (fields: Fields) => string): void {
  const { field: start } = useController({ control, name: 'startTime' })
  const { title, startTime = '' } = useFormState({ control }).defaultValues ?? {}
  // Edited and copied events have a title, and keep their start.
  const isNew = !title
  const filledIn = useRef(startTime)
  const latest = useRef({ start, defaultStart })
  latest.current = { start, defaultStart }

  useEffect(
    () =>
      control._subscribe({
        name: ['scenarioId', 'day', 'isPlenary'],
        exact: true,
        formState: { values: true },
        // Only changes by hand have a type. A restored draft keeps its start.
        callback: ({ type, values }: { type?: string; values: Fields }) => {
          if (!isNew || type !== 'change' || values.startTime !== filledIn.current) return
          filledIn.current = latest.current.defaultStart(values)
          latest.current.start.onChange(filledIn.current)
        },
      }),
    [control, isNew],
  )
}
