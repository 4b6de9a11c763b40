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
