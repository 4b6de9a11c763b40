import type { MouseEvent } from 'react'

type Click = MouseEvent<HTMLButtonElement>

/** Ignores the second click of a double click, which would undo the first. */
export const firstClick = (act: (event: Click) => void) => (event: Click) => {
  if (event.detail <= 1) act(event)
}
