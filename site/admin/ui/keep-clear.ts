const controls = '.tab-bar, .save-bar, .item-actions, .panel-dialog-actions, button, summary, a[href]'
const bars = '.tab-bar, .save-bar, .panel-dialog-actions'
const inputs = 'input, select, textarea'

const marginPx = 16
const stepPx = 12

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
type Size = { width: number; height: number }

const overlaps = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

export function freePosition({ width, height }: Size, screen: Size, obstacles: Box[]) {
  const columns = [screen.width - width - marginPx, marginPx].map((x) => Math.max(0, x))
  for (const x of new Set(columns)) {
    for (let y = screen.height - height - marginPx; y >= 0; y -= stepPx) {
      const box = { left: x, top: y, right: x + width, bottom: y + height }
      if (!obstacles.some((obstacle) => overlaps(box, obstacle))) return { x, y }
    }
  }
  return null
}

export function keepClear(message: HTMLElement): () => void {
  const container = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const boxes = (selector: string) =>
    [...container().querySelectorAll(selector)]
      .filter((element) => !message.contains(element))
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, bottom, top }) => width > 0 && bottom > 0 && top < innerHeight)

  function position() {
    Object.assign(message.style, noStyle)
    const { width, height } = message.getBoundingClientRect()
    const free = (obstacles: Box[]) => freePosition({ width, height }, { width: innerWidth, height: innerHeight }, obstacles)
    const controlBoxes = boxes(controls)
    const inputBoxes = boxes(inputs)
    // If no place is free, the message covers buttons of rows, or otherwise inputs, but never bars of buttons.
    const barsAndInputs = [...boxes(bars), ...inputBoxes]
    const place =
      free([...controlBoxes, ...inputBoxes]) ?? free(barsAndInputs) ?? free(boxes(`${bars}, :focus`)) ?? free(controlBoxes)
    if (!place) return
    const { x, y } = place
    Object.assign(message.style, { left: `${x}px`, top: `${y}px`, right: 'auto', bottom: 'auto', width: `${width}px` })
  }

  position()
  // Positions the message again after two frames, when the rest of the page is rendered.
  const frame = requestAnimationFrame(() => requestAnimationFrame(position))
  const listeners = new AbortController()
  // Listens in the capture phase, because scroll events inside dialogs do not bubble.
  for (const event of ['resize', 'scrollend']) {
    window.addEventListener(event, position, { capture: true, signal: listeners.signal })
  }
  const clearInput = ({ target }: FocusEvent) => target instanceof Element && target.matches(inputs) && position()
  window.addEventListener('focusin', clearInput, { signal: listeners.signal })
  return () => {
    cancelAnimationFrame(frame)
    listeners.abort()
    Object.assign(message.style, noStyle)
  }
}

const noStyle = { left: '', top: '', right: '', bottom: '', width: '' }
