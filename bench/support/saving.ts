import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../../demo/client.ts'

/** A save that is made again and again: where to, and what it changes the so manieth time. */
type Save = { path: string; change: (index: number) => Record<string, string> }

export const sectionSave: Save = { path: '/api/hero', change: (index) => ({ subtitle: `Tecnología contada ${index} veces` }) }

/** A save of one speaker in the middle of the list: of what the landing page says of them. */
export async function itemSave(panel: Client): Promise<Save> {
  const speakers: { id: string }[] = await (await panel('GET /api/speakers')).json()
  const id = speakers[Math.floor(speakers.length / 2)]?.id
  return { path: `/api/speakers/${id}`, change: (index) => ({ title: `Presentó ${index} charlas` }) }
}

/** Milliseconds from sending each of `count` saves to having the page that shows it, after some that are not counted. */
export async function timeSaves(origin: string, panel: Client, save: Save, count: number, warm: number): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < warm + count; index++) {
    // As far apart as organisers' saves at their busiest; closer ones would share a publish.
    await wait(20)
    const took = await timeSave(origin, panel, save.path, save.change(index))
    if (index >= warm) times.push(took)
  }
  return times
}

/** Milliseconds from sending a change to having the page that shows it. Throws when the page does not. */
export async function timeSave(origin: string, panel: Client, path: string, change: Record<string, string>): Promise<number> {
  const began = performance.now()
  await panel(`PUT ${path}`, change)
  const page = await fetch(origin, { headers: { 'Accept-Encoding': 'identity' } })
  const bytes = Buffer.from(await page.arrayBuffer())
  const took = performance.now() - began
  if (!Object.values(change).every((text) => bytes.includes(text))) throw new Error('the page was not the saved one')
  return took
}

/** Saves so many times, as fast as they are answered. */
export async function saveOften(panel: Client, count: number): Promise<void> {
  const { path, change } = sectionSave
  for (let index = 0; index < count; index++) await panel(`PUT ${path}`, change(index))
}
