import type { ComponentType } from 'react'
import type { TabKey } from './shell/tab-keys.ts'
import type { TabProps } from './shell/tab-props.ts'
import { loadOnce } from './ui/load-once.ts'

/** The panel's tabs in order. Each is loaded when it is first opened, or ahead of that; one that edits a section says which. */
export const tabs = [
  { key: 'hero', section: 'hero', label: 'Hero', load: load(() => import('./tabs/Hero.tsx').then(({ Hero }) => Hero)) },
  { key: 'about', section: 'about', label: 'About', load: load(() => import('./tabs/About.tsx').then(({ About }) => About)) },
  {
    key: 'benefits',
    section: 'benefits',
    label: 'Benefits',
    load: load(() => import('./tabs/Benefits.tsx').then(({ Benefits }) => Benefits)),
  },
  {
    key: 'segments',
    section: 'segments',
    label: 'Segments',
    load: load(() => import('./tabs/Segments.tsx').then(({ Segments }) => Segments)),
  },
  { key: 'speakers', label: 'Speakers', load: load(() => import('./tabs/Speakers.tsx').then(({ Speakers }) => Speakers)) },
  { key: 'agenda', label: 'Agenda', load: load(() => import('./tabs/Agenda.tsx').then(({ Agenda }) => Agenda)) },
  { key: 'partners', label: 'Partners', load: load(() => import('./tabs/Partners.tsx').then(({ Partners }) => Partners)) },
  {
    key: 'formulario',
    section: 'registrationForm',
    label: 'Formulario',
    load: load(() => import('./tabs/RegistrationForm.tsx').then(({ RegistrationForm }) => RegistrationForm)),
  },
  {
    key: 'registros',
    label: 'Registros',
    load: load(() => import('./tabs/RegistrationViews.tsx').then(({ RegistrationViews }) => RegistrationViews)),
  },
  { key: 'usuarios', label: 'Usuarios', load: load(() => import('./tabs/Users.tsx').then(({ Users }) => Users)) },
  {
    key: 'ajustes',
    section: 'event',
    label: 'Ajustes',
    load: load(() => import('./tabs/Settings.tsx').then(({ Settings }) => Settings)),
  },
] as const satisfies readonly { key: TabKey; [more: string]: unknown }[]

/** What loads a tab's component: asked again after a failure, it tries again. */
function load(component: () => Promise<ComponentType<TabProps>>) {
  return loadOnce(component)
}

/** Loads what the other tabs need, one after the other, so that they open without network as well. */
export async function loadAhead(): Promise<void> {
  for (const { load } of tabs) {
    try {
      await load()
    } catch {
      // Opened, it tries again and says so.
      return
    }
  }
}
