/** Makes random programmes for the page: any number of days and rooms, overlaps, missing ends, and long words up to the limits. */
import { itemDefaults, sectionDefaults } from '../../data/content/defaults.ts'
import { openToAll } from '../../data/content/places.ts'
import type { AgendaEvent, Item, Partner, Scenario } from '../../data/content/schema.ts'
import { contentDefaults } from '../../data/content/stored.ts'
import { limits } from '../../data/limits.ts'
import { type PublicContent, publicContent } from '../../data/programme/public-content.ts'
import { seeded } from '../../demo/chance.ts'

const at = '2026-01-01T00:00:00.000Z'
const words =
  'la fibra óptica llega a Quetzaltenango donde el café se mide en señales y nadie duerme antes del lanzamiento'.split(' ')
const longWord = 'Interoperabilidadelectroencefalografistadesoxirribonucleico'

/** Random choices that are equal for equal seeds. */
function randomFrom(seed: number) {
  const next = seeded(seed)
  const upTo = (max: number) => Math.floor(next() * (max + 1))
  const chance = (of: number) => next() < of
  const pick = <T>(among: readonly T[]) => among[upTo(among.length - 1)] as T
  const sentence = (count: number) => Array.from({ length: count }, () => pick(words)).join(' ')
  /** Usually returns a few words, sometimes one long word or as much text as fits. */
  const text = (max: number, usual: number) => {
    if (chance(0.04)) return longWord.repeat(Math.ceil(max / longWord.length)).slice(0, max)
    if (chance(0.08)) return sentence(max).slice(0, max).trim()
    return chance(0.1) ? longWord.slice(0, max) : sentence(1 + upTo(usual)).slice(0, max)
  }
  return { upTo, chance, pick, sentence, text }
}

/** Returns the public content of a random conference, equal for equal seeds. */
export function madeUp(seed: number): PublicContent {
  const { upTo, chance, pick, sentence, text } = randomFrom(seed)
  const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
  const listed = (index: number) => ({ displayOrder: index, isActive: true, createdAt: at, updatedAt: at })
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const abstract = () => {
    const paragraph = () => sentence(20 + upTo(60))
    const list = () => many(2 + upTo(4), () => `- ${sentence(3)}`).join('\n')
    return chance(0.2)
      ? ''
      : [paragraph(), chance(0.3) ? list() : text(200, 20), chance(0.02) ? text(limits.longText, 9) : ''].join('\n\n')
  }

  const days = many(1 + upTo(4), (index) => (index === 0 ? '' : `2027-03-0${4 + index}`))
  const scenarios: Scenario[] = many(1 + upTo(11), (index) => ({
    ...itemDefaults.scenarios,
    id: `sala-${index}`,
    name: text(limits.shortText, 3),
    description: chance(0.5) ? '' : text(limits.longText, 40),
    ...listed(index),
  }))
  const speakers: Item<'speakers'>[] = many(upTo(60), (index) => ({
    ...itemDefaults.speakers,
    id: `persona-${index}`,
    name: text(limits.shortText, 3),
    title: chance(0.4) ? '' : text(limits.title, 5),
    company: chance(0.4) ? '' : text(limits.shortText, 3),
    bio: abstract(),
    twitterUrl: chance(0.3) ? 'https://x.com/alguien' : '',
    links: many(upTo(6), () => ({ label: text(limits.label, 1), url: 'https://ejemplo.gt/' })),
    ...listed(index),
  }))
  const [languages, levels, tracks] = [
    many(upTo(3), () => text(40, 1)),
    ['Básico', 'Avanzado'],
    many(upTo(6), () => text(limits.label, 3)),
  ]
  const hasEnds = chance(0.7)
  const events: AgendaEvent[] = many(upTo(90), (index) => {
    const start = 7 * 60 + 15 * upTo(50)
    const isPlenary = chance(0.15)
    const ids = new Set(many(chance(0.05) ? 50 : upTo(3), () => (speakers.length > 0 ? pick(speakers).id : '')))
    const speakerIds = [...ids].filter(Boolean)
    return {
      ...itemDefaults.events,
      id: `charla-${index}`,
      title: text(limits.title, 9),
      description: abstract(),
      day: pick(days),
      startTime: clock(start),
      endTime: hasEnds && chance(0.9) ? clock(Math.min(start + 10 + 5 * upTo(40), 23 * 60 + 59)) : '',
      scenarioId: isPlenary ? '' : pick(scenarios).id,
      isPlenary,
      speakerIds,
      speakerId: speakerIds[0] ?? '',
      language: languages.length > 0 ? pick(languages) : '',
      level: chance(0.5) ? pick(levels) : '',
      track: tracks.length > 0 ? pick(tracks) : '',
      ...listed(index),
    }
  })
  const partners: Partner[] = many(upTo(20), (index) => ({
    ...itemDefaults.partners,
    id: `socio-${index}`,
    name: text(limits.shortText, 2),
    website: chance(0.5) ? 'https://ejemplo.gt/' : '',
    category: pick(['patrocinador', 'aliado'] as const),
    tier: pick(['main', 'supporting'] as const),
    tierName: chance(0.5) ? '' : text(limits.label, 2),
    background: pick(['auto', 'light', 'dark'] as const),
    ...listed(index),
  }))
  const hero = { ...sectionDefaults.hero, eventDate: '2027-03-04T13:00:00.000Z' }
  return publicContent({ ...contentDefaults, hero, speakers, scenarios, events, partners }, 'America/Guatemala', openToAll)
}
