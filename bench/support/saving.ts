import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../demo/client.ts'

/** `change` receives the index of the save. */
type Save = { path: string; change: (index: number) => Record<string, string> }

export const sectionSave: Save = { path: '/api/hero', change: (index) => ({ subtitle: `Tecnología contada ${index} veces` }) }

/** Saves a speaker in the middle of the list, visible on the landing page. */
export async function itemSave(panel: Client): Promise<Save> {
  const speakers: { id: string }[] = await (await panel('GET /api/speakers')).json()
  const id = speakers[Math.floor(speakers.length / 2)]?.id
  return { path: `/api/speakers/${id}`, change: (index) => ({ title: `Presentó ${index} charlas` }) }
}

/** Returns milliseconds from each save to the published page, after `warm` unmeasured saves. */
export async function timeSaves(origin: string, panel: Client, save: Save, count: number, warm: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < warm + count; index++) {
    // Without the pause, several saves would share a publish. Organisers are not that fast.
    await wait(20)
    const took = await timeSave(origin, panel, save.path, save.change(index))
    if (index >= warm) times.push(took)
  }
  return times
}

/** Returns milliseconds from a change to the published page. Throws if the page does not show the change. */
async function timeSave(origin: string, panel: Client, path: string, change: Record<string, string>): Promise<number> {
  const began = performance.now()
  await panel(`PUT ${path}`, change)
  const page = await fetch(origin, { headers: { 'Accept-Encoding': 'identity' } })
  const bytes = Buffer.from(await page.arrayBuffer())
  const took = performance.now() - began
  if (!Object.values(change).every((text) => bytes.includes(text))) throw new Error('the page was not the saved one')
  return took
}

/** Saves in sequence, without pauses. */
export async function saveOften(panel: Client, count: number): Promise<void> {
  const { path, change } = sectionSave
  for (let index = 0; index < count; index++) await panel(`PUT ${path}`, change(index))
}
