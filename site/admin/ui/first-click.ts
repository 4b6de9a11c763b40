import type { MouseEvent } from 'react'

type Click = MouseEvent<HTMLButtonElement>

/** Of a double click only the first counts: the second would take back what that did. Keys are not counted, each press acts. */
export const firstClick = (act: (event: Click) => void) => (event: Click) => {
  if (event.detail <= 1) act(event)
}
