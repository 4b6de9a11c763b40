/** Slows a browser down, and measures interactions and paints in it. */
import type { CDPSession, Page } from 'playwright-core'
import { atMost, median, type Row } from './report.ts'

/** Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms a round trip. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }

/** Slows a page's processor, and also its network if wanted. `bytes()` returns the number of bytes received since then. */
export async function slowDown(
  page: Page,
  timesSlower: number,
  isNetworkSlow = false,
): Promise<{ cdp: CDPSession; bytes(): number }> {
  const cdp = await page.context().newCDPSession(page)
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await cdp.send('Network.enable')
  if (isNetworkSlow) await cdp.send('Network.emulateNetworkConditions', slow4G)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: timesSlower })
  return { cdp, bytes: () => bytes }
}

/** Records interactions of this and later pages. Event Timing rounds to 8 ms and omits interactions below 16 ms. */
export async function watchInteractions(page: Page): Promise<void> {
  const watch = () => {
    const longest = new Map<number, number>()
    Object.assign(globalThis, { longest })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId) longest.set(entry.interactionId, Math.max(longest.get(entry.interactionId) ?? 0, entry.duration))
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  }
  await page.addInitScript(watch)
}

/** Does `act` several times. The row has the longest interaction (INP for few interactions), its goal and the median. */
export async function feltRow(
  page: Page,
  what: string,
  limitMs: number,
  times: number,
  act: (index: number) => Promise<unknown>,
): Promise<Row> {
  await takeInteractions(page)
  const durations: number[] = []
  for (let index = 0; index < times; index++) {
    await act(index)
    durations.push(Math.max(16, ...(await takeInteractions(page))))
  }
  const longest = Math.max(...durations)
  return { ...atMost(what, longest, limitMs), ours: `${longest} ms (median ${median(durations)})` }
}

/** Milliseconds of each interaction since the last call. */
async function takeInteractions(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    // Entries arrive after the frame that shows the effect.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { longest } = globalThis as unknown as { longest: Map<number, number> }
    const durations = [...longest.values()]
    longest.clear()
    return durations
  })
}

/** Milliseconds until the first text was painted. */
export function firstText(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName('first-contentful-paint')[0]
          if (paint) resolve(paint.startTime)
        }).observe({ type: 'paint', buffered: true }),
      ),
  )
}
