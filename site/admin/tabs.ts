import { type ComponentType, lazy } from 'react'
import type { TabProps } from './tab-props.ts'

export type TabKey = (typeof tabs)[number]['key']

/** The panel's tabs in order. Each is loaded when it is first opened; one that edits a section says which. */
export const tabs = [
  { key: 'hero', section: 'hero', label: 'Hero', Tab: tab(() => import('./tabs/Hero.tsx').then(({ Hero }) => Hero)) },
  { key: 'about', section: 'about', label: 'About', Tab: tab(() => import('./tabs/About.tsx').then(({ About }) => About)) },
  {
    key: 'benefits',
    section: 'benefits',
    label: 'Benefits',
    Tab: tab(() => import('./tabs/Benefits.tsx').then(({ Benefits }) => Benefits)),
  },
  {
    key: 'segments',
    section: 'segments',
    label: 'Segments',
    Tab: tab(() => import('./tabs/Segments.tsx').then(({ Segments }) => Segments)),
  },
  { key: 'speakers', label: 'Speakers', Tab: tab(() => import('./tabs/Speakers.tsx').then(({ Speakers }) => Speakers)) },
  { key: 'agenda', label: 'Agenda', Tab: tab(() => import('./tabs/Agenda.tsx').then(({ Agenda }) => Agenda)) },
  { key: 'partners', label: 'Partners', Tab: tab(() => import('./tabs/Partners.tsx').then(({ Partners }) => Partners)) },
  {
    key: 'formulario',
    section: 'registrationForm',
    label: 'Formulario',
    Tab: tab(() => import('./tabs/RegistrationForm.tsx').then(({ RegistrationForm }) => RegistrationForm)),
  },
  {
    key: 'registros',
    label: 'Registros',
    Tab: tab(() => import('./tabs/Registrations.tsx').then(({ Registrations }) => Registrations)),
  },
  { key: 'usuarios', label: 'Usuarios', Tab: tab(() => import('./tabs/Users.tsx').then(({ Users }) => Users)) },
  {
    key: 'ajustes',
    section: 'event',
    label: 'Ajustes',
    Tab: tab(() => import('./tabs/Settings.tsx').then(({ Settings }) => Settings)),
  },
] as const

function tab(load: () => Promise<ComponentType<TabProps>>) {
  return lazy(async () => ({ default: await load() }))
}
