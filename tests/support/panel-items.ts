import type { Panel } from './panel.ts'

/** Deletes all items of the collections at `paths`, in the order of `paths`. */
export async function clear({ call }: Panel, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    for (const { id } of await call<{ id: string }[]>(`GET ${path}`)) await call(`DELETE ${path}/${id}`)
  }
}

export const addSpeaker = ({ call }: Panel, name: string, fields: object = {}) =>
  call('POST /api/speakers', { name, title: 'CTO', company: 'Labs', ...fields })

export const addScenario = ({ call }: Panel, name: string) => call('POST /api/agenda/scenarios', { name })

export const addEvent = ({ call }: Panel, scenarioId: string, title: string, startTime: string, fields: object = {}) =>
  call('POST /api/agenda/events', { scenarioId, title, startTime, ...fields })

/** Returns the names of speakers on the public page, in their order. */
export async function publishedSpeakers({ publicPage }: Panel): Promise<string[]> {
  const page = await publicPage()
  return page.locator('#speakers h3').allTextContents()
}
