/** In which blocks the page shows its sections: what the organisers chose, without what has nothing to show. */

import type { PageSection } from '../../data/content/schema.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'

/** Sections that make one part of the page, and the ground that it stands on. */
type Block = { keys: PageSection[]; ground: string }

/** Those that share a part of the page where they follow each other; the first of a run decides what it is. */
const together: Partial<Record<PageSection, PageSection[]>> = {
  about: ['video', 'figures'],
  video: ['figures'],
  figures: ['video'],
  allies: ['sponsors'],
  sponsors: ['allies'],
}

/** What it is decided by. */
type Arranged = Pick<PublicContent, 'layout' | 'about' | 'info' | 'now' | 'speakers' | 'events' | 'partners'>

const [paper, sand, ink] = ['', 'bg-base-200', 'bg-neutral text-neutral-content']

/** The ground of each, unless its neighbour has the same. */
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

/** The blocks in their order. Those next to each other stand on different grounds, but for two on ink, which have a line between them. */
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

/** What is on the page, in its order. What is still empty once the conference has begun is left out: it is not 'soon' any more. */
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

/** Whether this section is somewhere on the page. */
export const shows = (blocks: Block[], key: PageSection) => blocks.some(({ keys }) => keys.includes(key))
