import { sectionDefaults } from '../content/defaults.ts'
import type { Content, PageSection } from '../content/schema.ts'

const sampledSections = ['hero', 'event', 'about', 'benefits', 'segments', 'layout'] as const

type Sampled = (typeof sampledSections)[number]
type SampledContent = Pick<Content, Sampled>

type SampleClaim = { name: string; section: Exclude<Sampled, 'layout'>; field: string; text: string; more: number }

/** Initial texts that visitors see together. If one of these texts was changed, none of them is reported. */
type Sample = { section: SampleClaim['section']; fields: string[]; part?: PageSection; of?: string }

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const samples: Sample[] = [
  { section: 'event', fields: ['name'] },
  { section: 'event', fields: ['description'] },
  { section: 'hero', fields: ['eventDate'] },
  { section: 'hero', fields: ['location'] },
  { section: 'about', fields: ['description1'], part: 'about' },
  { section: 'about', fields: ['description2'], part: 'about' },
  // The first figure ('1 Día de evento') is left out, because it is true of most conferences.
  { section: 'about', fields: ['stat2Number', 'stat2Label'], part: 'figures' },
  ...numbered(6).map(
    (n): Sample => ({
      section: 'benefits',
      fields: [`benefit${n}Title`, `benefit${n}Description`],
      part: 'benefits',
      of: 'benefits',
    }),
  ),
  ...numbered(4).map((n): Sample => ({ section: 'segments', fields: [`segment${n}Title`], part: 'segments', of: 'segments' })),
]

export function sampleClaims(content: SampledContent): SampleClaim[] {
  const hidden = new Set(content.layout.sections.filter(({ isVisible }) => !isVisible).map(({ key }) => key))
  const claims: SampleClaim[] = []
  for (const { section, fields, part, of } of samples) {
    const saved: Record<string, unknown> = content[section]
    const sample: Record<string, unknown> = sectionDefaults[section]
    const isShown = part === undefined || !hidden.has(part)
    if (!isShown || fields.some((field) => saved[field] !== sample[field])) continue
    const [field = ''] = fields
    const name = of ?? `${section}.${field}`
    const first = claims.find((claim) => claim.name === name)
    const text = fields.map((field) => String(saved[field]).replaceAll('\n', ' ')).join(section === 'benefits' ? ': ' : ' ')
    if (first) first.more += 1
    else claims.push({ name, section, field, text, more: 0 })
  }
  return claims
}
