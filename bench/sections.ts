import { measureFeltPage } from './sections/felt-page.ts'
import { measureFeltPanel } from './sections/felt-panel.ts'
import { measureFronts } from './sections/fronts.ts'
import { measureLighthouse } from './sections/lighthouse.ts'
import { measureList } from './sections/list.ts'
import { measureLive } from './sections/live.ts'
import { measureMemory } from './sections/memory.ts'
import { measurePages } from './sections/pages.ts'
import { measureRegistrations } from './sections/registrations.ts'
import { measureSaves } from './sections/save.ts'
import { measureStart } from './sections/start.ts'
import type { Row } from './support/report.ts'

export const sections: Record<string, (options: string[]) => Promise<Row[]>> = {
  save: measureSaves,
  pages: measurePages,
  fronts: measureFronts,
  registrations: measureRegistrations,
  list: measureList,
  live: measureLive,
  'felt-page': measureFeltPage,
  'felt-panel': measureFeltPanel,
  lighthouse: measureLighthouse,
  start: measureStart,
  memory: measureMemory,
}

/** Sections that take arguments, such as `lighthouse 5 grande`. */
export const withOptions = ['lighthouse']
