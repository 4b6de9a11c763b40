import { type ComponentType, lazy } from 'react'

/** What every tab is given. */
export type TabProps = { timeZone: string }

export type TabKey = (typeof tabs)[number]['key']

/** The panel's tabs in order. Each is loaded when it is first opened. */
export const tabs = [
  { key: 'hero', label: 'Hero', Tab: tab(() => import('./tabs/Hero.tsx').then(({ Hero }) => Hero)) },
  { key: 'about', label: 'About', Tab: null },
  { key: 'benefits', label: 'Benefits', Tab: null },
  { key: 'segments', label: 'Segments', Tab: null },
  { key: 'speakers', label: 'Speakers', Tab: tab(() => import('./tabs/Speakers.tsx').then(({ Speakers }) => Speakers)) },
  { key: 'agenda', label: 'Agenda', Tab: tab(() => import('./tabs/Agenda.tsx').then(({ Agenda }) => Agenda)) },
  { key: 'partners', label: 'Partners', Tab: tab(() => import('./tabs/Partners.tsx').then(({ Partners }) => Partners)) },
  { key: 'formulario', label: 'Formulario', Tab: null },
  {
    key: 'registros',
    label: 'Registros',
    Tab: tab(() => import('./tabs/Registrations.tsx').then(({ Registrations }) => Registrations)),
  },
  { key: 'usuarios', label: 'Usuarios', Tab: tab(() => import('./tabs/Users.tsx').then(({ Users }) => Users)) },
] as const

function tab(load: () => Promise<ComponentType<TabProps>>) {
  return lazy(async () => ({ default: await load() }))
}
