/** How long to wait at most, in milliseconds: a page in the background may never be painted. */
const limit = 2000

/** Runs `work` after the first contentful paint, so that it never delays that. */
export function afterFirstPaint(work: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    observer.disconnect()
    work()
  }
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) once()
  })
  observer.observe({ type: 'paint', buffered: true })
  setTimeout(once, limit)
}
