import type { Info, PageSection } from '../../data/content/schema.ts'

export type NavigationLink = { label: string; href: string }

const entries: Partial<Record<PageSection, NavigationLink>> = {
  segments: { label: 'Segmentos', href: '#segmentos' },
  speakers: { label: 'Speakers', href: '#speakers' },
  agenda: { label: 'Agenda', href: '#agenda' },
  allies: { label: 'Partners', href: '#partners' },
  sponsors: { label: 'Partners', href: '#partners' },
}

export function navigationTo(sections: PageSection[], info: Info[]): NavigationLink[] {
  const ofInfo = info.filter(({ isInMenu }) => isInMenu).map(({ id, title }) => ({ label: title, href: `#info-${id}` }))
  const links = sections.flatMap((key) => (key === 'info' ? ofInfo : (entries[key] ?? [])))
  const isFirst = ({ href }: NavigationLink, index: number) => links.findIndex((other) => other.href === href) === index
  return [{ label: 'Evento', href: '#evento' }, ...links.filter(isFirst)]
}
