/** The returned function runs `work` after the next paint and the pause. A later call replaces an earlier one. */
export function createAfterPaint(): (work: () => void, pauseMs?: number) => void {
  let frame = 0
  let timer = 0
  return (work, pauseMs = 0) => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = requestAnimationFrame(() => {
      timer = window.setTimeout(work, pauseMs)
    })
  }
}
