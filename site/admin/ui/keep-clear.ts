/** `ratherNotOver` may be covered as a last resort. */
const neverOver = '.tab-bar, .save-bar, .item-actions, .panel-dialog-actions, button, summary, a[href]'
const atTheEdge = '.tab-bar, .save-bar, .panel-dialog-actions'
const ratherNotOver = 'input, select, textarea'

const margin = 16
const step = 12

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>

const overlaps = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Lowest at the right edge, else at the left. Null if both are full. */
export function freePosition(size: { width: number; height: number }, screen: { width: number; height: number }, taken: Box[]) {
  const columns = [screen.width - size.width - margin, margin].map((left) => Math.max(0, left))
  for (const left of new Set(columns)) {
    for (let top = screen.height - size.height - margin; top >= 0; top -= step) {
      const box = { left, top, right: left + size.width, bottom: top + size.height }
      if (!taken.some((other) => overlaps(box, other))) return { left, top }
    }
  }
  return null
}

export function keepClear(message: HTMLElement): () => void {
  const within = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const boxes = (selector: string) =>
    [...within().querySelectorAll(selector)]
      .filter((element) => !message.contains(element))
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, bottom, top }) => width > 0 && bottom > 0 && top < innerHeight)

  function position() {
    // Measured at the stylesheet's position.
    Object.assign(message.style, none)
    const { width, height } = message.getBoundingClientRect()
    const screen = { width: innerWidth, height: innerHeight }
    const never = boxes(neverOver)
    const rather = boxes(ratherNotOver)
    const found =
      freePosition({ width, height }, screen, [...never, ...rather]) ??
      freePosition({ width, height }, screen, never) ??
      // Covers rows rather than navigation or inputs.
      freePosition({ width, height }, screen, [...boxes(atTheEdge), ...rather])
    Object.assign(
      message.style,
      found ? { left: `${found.left}px`, top: `${found.top}px`, right: 'auto', bottom: 'auto', width: `${width}px` } : none,
    )
  }

  position()
  // Again after the change is rendered.
  const frame = requestAnimationFrame(() => requestAnimationFrame(position))
  const events = ['resize', 'scrollend'] as const
  // Scroll events of dialogs do not bubble.
  for (const event of events) window.addEventListener(event, position, { capture: true })
  return () => {
    cancelAnimationFrame(frame)
    for (const event of events) window.removeEventListener(event, position, { capture: true })
    Object.assign(message.style, none)
  }
}

const none = { left: '', top: '', right: '', bottom: '', width: '' }
