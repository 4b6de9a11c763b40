/** Returns a function that runs `work` after the next paint plus `pause` milliseconds. A later call replaces the earlier one. */
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
