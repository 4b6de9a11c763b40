import type { PageSection } from '../../data/content/schema.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'

type Block = { keys: PageSection[]; ground: string }

const together: Partial<Record<PageSection, PageSection[]>> = {
  about: ['video', 'figures'],
  video: ['figures'],
  figures: ['video'],
  allies: ['sponsors'],
  sponsors: ['allies'],
}

type Arranged = Pick<PublicContent, 'layout' | 'about' | 'info' | 'now' | 'speakers' | 'events' | 'partners'>

const [paper, sand, ink] = ['', 'bg-base-200', 'bg-neutral text-neutral-content']

const grounds: Record<PageSection, string> = {
  about: sand,
  video: sand,
  figures: sand,
  benefits: paper,
  segments: ink,
  speakers: paper,
  agenda: sand,
  allies: paper,
  sponsors: paper,
  info: sand,
  registration: ink,
}

/** Gives neighbouring sections different backgrounds, except two dark sections. */
export function arranged(content: Arranged): Block[] {
  const blocks: Block[] = []
  for (const key of shownSections(content)) {
    const last = blocks.at(-1)
    if (last && together[last.keys[0] ?? key]?.includes(key)) {
      last.keys.push(key)
      continue
    }
    const ground = grounds[key]
    const other = ground === paper ? sand : ground === sand ? paper : ink
    blocks.push({ keys: [key], ground: last?.ground === ground ? other : ground })
  }
  return blocks
}

/**
 * Leaves out empty sections. Before the event, empty sections of speakers, agenda and partners stay, because their texts promise
 * something 'soon'.
 */
function shownSections({ layout, about, info, now, speakers, events, partners }: Arranged): PageSection[] {
  const hasFigures = [about.stat1Number, about.stat1Label, about.stat2Number, about.stat2Label].some(Boolean)
  const isEmpty: Partial<Record<PageSection, boolean>> = {
    figures: !hasFigures,
    info: info.length === 0,
    ...(now.moment !== 'before' && {
      speakers: speakers.length === 0,
      agenda: events.length === 0,
      allies: !partners.some(({ category }) => category === 'aliado'),
      sponsors: !partners.some(({ category }) => category === 'patrocinador'),
    }),
  }
  return layout.sections.flatMap(({ key, isVisible }) => (isVisible && !isEmpty[key] ? [key] : []))
}

export const shows = (blocks: Block[], key: PageSection) => blocks.some(({ keys }) => keys.includes(key))
