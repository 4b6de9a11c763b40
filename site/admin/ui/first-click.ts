import type { MouseEvent } from 'react'

type Click = MouseEvent<HTMLButtonElement>

/** The second click of a double click would undo the first, so it is ignored. */
export const firstClick = (act: (event: Click) => void) => (event: Click) => {
  if (event.detail <= 1) act(event)
}
