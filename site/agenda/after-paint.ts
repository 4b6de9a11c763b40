/**
 * Returns what does something after the next paint and `pause` milliseconds more, so that what was typed or tapped is seen at once. Asked
 * again before that, it does what it was asked last.
 */
export function createAfterPaint(): (work: () => void, pause?: number) => void {
  let frame = 0
  let timer = 0
  return (work, pause = 0) => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = requestAnimationFrame(() => {
      timer = window.setTimeout(work, pause)
    })
  }
}
