/** After this time `work` runs without a paint, because a page in the background may never be painted. */
const maxWaitMs = 2000

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
  setTimeout(once, maxWaitMs)
}
