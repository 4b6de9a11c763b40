import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../demo/client.ts'

let saves = 0

/** Returns milliseconds from each of `count` saves to the published page. */
export async function timeSaves(origin: string, panel: Client, count: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    // Without the pause, several saves would share a publish. Organisers are not that fast.
    await wait(20)
    times.push(await timeSave(origin, panel))
  }
  return times
}

/** Returns milliseconds from a change to the published page. Throws if the page does not show the change. */
async function timeSave(origin: string, panel: Client): Promise<number> {
  const subtitle = `Tecnología contada ${++saves} veces`
  const began = performance.now()
  await panel('PUT /api/hero', { subtitle })
  const page = await fetch(origin, { headers: { 'Accept-Encoding': 'identity' } })
  const bytes = Buffer.from(await page.arrayBuffer())
  const took = performance.now() - began
  if (!bytes.includes(subtitle)) throw new Error('the page was not the saved one')
  return took
}
