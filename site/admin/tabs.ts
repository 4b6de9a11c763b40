import type { ComponentType } from 'react'
import type { ContentTab } from './content/kinds.ts'
import { loadOnce } from './ui/load-once.ts'

type Tab = {
  label: string
  isInHead?: boolean
  load: () => Promise<ComponentType>
}

/** The keys are part of the panel's addresses, such as /admin#speakers. A renamed key breaks bookmarks. */
const tabsByKey: Record<ContentTab | 'registros' | 'usuarios', Tab> = {
  hero: { label: 'Hero', load: () => import('./tabs/Hero.tsx').then((tab) => tab.Hero) },
  about: { label: 'About', load: () => import('./tabs/About.tsx').then((tab) => tab.About) },
  benefits: { label: 'Benefits', load: () => import('./tabs/Benefits.tsx').then((tab) => tab.Benefits) },
  segments: { label: 'Segments', load: () => import('./tabs/Segments.tsx').then((tab) => tab.Segments) },
  speakers: { label: 'Speakers', load: () => import('./tabs/Speakers.tsx').then((tab) => tab.Speakers) },
  agenda: { label: 'Agenda', load: () => import('./tabs/Agenda.tsx').then((tab) => tab.Agenda) },
  partners: { label: 'Partners', load: () => import('./tabs/Partners.tsx').then((tab) => tab.Partners) },
  formulario: { label: 'Formulario', load: () => import('./tabs/FormViews.tsx').then((tab) => tab.FormViews) },
  registros: {
    label: 'Registros',
    load: () => import('./tabs/RegistrationViews.tsx').then((tab) => tab.RegistrationViews),
  },
  usuarios: { label: 'Usuarios', load: () => import('./users/Users.tsx').then((tab) => tab.Users) },
  ajustes: { label: 'Ajustes', isInHead: true, load: () => import('./tabs/Settings.tsx').then((tab) => tab.Settings) },
}

export const tabs = Object.entries(tabsByKey).map(([key, { label, isInHead = false, load }]) => ({
  key,
  label,
  isInHead,
  load: loadOnce(load),
}))

const loadAheadDelayMs = 5000

/** Loads the code of all tabs after five seconds, so that they also open without network. Returns a function that cancels the loading. */
export function loadTabsAhead(): () => void {
  const timer = setTimeout(async () => {
    try {
      for (const { load } of tabs) await load()
    } catch {
      // A tab that failed here is loaded when somebody opens it.
    }
  }, loadAheadDelayMs)
  return () => clearTimeout(timer)
}
