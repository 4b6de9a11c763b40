/** After this time the promise resolves without a paint, because a page in the background may never be painted. */
const maxWaitMs = 2000

export const firstPaint = new Promise<void>((resolve) => {
  setTimeout(resolve, maxWaitMs)
  const ifPainted = (list: PerformanceObserverEntryList) => {
    if (list.getEntriesByName('first-contentful-paint')[0]) resolve()
  }
  new PerformanceObserver(ifPainted).observe({ type: 'paint', buffered: true })
})
