/** A conference with the maximum content that its schemas allow. */
import { itemDefaults, sectionDefaults } from '../../data/content/defaults.ts'
import { insertRevision } from '../../data/content/revisions.ts'
import type { AgendaEvent, CollectionKey, Content, Info, Item, Partner, Question, Scenario } from '../../data/content/schema.ts'
import type { Db } from '../../data/db/db.ts'
import { limits, questionLimits } from '../../data/limits.ts'

const at = '2026-01-01T12:00:00.000Z'
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const listed = (index: number) => ({ id: `${index}`, createdAt: at, updatedAt: at, displayOrder: index, isActive: true })
const clock = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Returns text with paragraphs, addresses and lists, of at most this length. */
const prose = (length: number) =>
  'Una *nota* de https://ejemplo.gt/a\n\n- con <marcas> & "comillas"\n'
    .repeat(length / 60)
    .slice(0, length)
    .trim()

/** Returns the bytes for each item of a list if all items are equally large. */
const share = (key: CollectionKey, rest: number) => Math.floor((limits.listKilobytes[key] * 1024) / limits.lists[key]) - rest

/** `days` is the number of days with events. */
export function greatestLists(days: number = limits.days): Pick<Content, CollectionKey> {
  return {
    speakers: many(
      limits.lists.speakers,
      (index): Item<'speakers'> => ({
        ...itemDefaults.speakers,
        ...listed(index),
        name: `Ana María ${index}`,
        title: 'Directora',
        company: 'Quetzal Labs',
        bio: prose(share('speakers', 520)),
        links: [{ label: 'Sitio', url: 'https://ejemplo.gt/' }],
      }),
    ),
    scenarios: many(
      limits.lists.scenarios,
      (index): Scenario => ({
        ...itemDefaults.scenarios,
        ...listed(index),
        name: `Sala ${index}`,
        description: prose(share('scenarios', 260)),
      }),
    ),
    // Each event is the only one in its room at its time, which gives the maximum number of cells.
    events: many(
      limits.lists.events,
      (index): AgendaEvent => ({
        ...itemDefaults.events,
        ...listed(index),
        scenarioId: `${index % limits.lists.scenarios}`,
        title: `Charla ${index}`,
        description: prose(share('events', 620)),
        day: `2027-03-${String(1 + (index % days)).padStart(2, '0')}`,
        startTime: clock(index),
        endTime: '',
        speakerId: `${index % limits.lists.speakers}`,
        speakerIds: [`${index % limits.lists.speakers}`],
        track: `Tema ${index}`,
        level: `Nivel ${index}`,
        language: `Idioma ${index}`,
      }),
    ),
    partners: many(
      limits.lists.partners,
      (index): Partner => ({
        ...itemDefaults.partners,
        ...listed(index),
        name: `Empresa ${index}`,
        category: index % 2 === 0 ? 'patrocinador' : 'aliado',
        website: `https://ejemplo.gt/${'x'.repeat(Math.min(2_000, share('partners', 420)))}`,
        tierName: `Grupo ${index}`,
      }),
    ),
    info: many(
      limits.lists.info,
      (index): Info => ({ ...itemDefaults.info, ...listed(index), title: `Pregunta ${index}`, text: prose(share('info', 260)) }),
    ),
    questions: many(
      limits.lists.questions,
      (index): Question => ({
        ...itemDefaults.questions,
        ...listed(index),
        label: `¿Qué prefieres ${index}?`,
        help: 'Una <ayuda> & "más"',
        kind: index % 2 === 0 ? 'choices' : 'long',
        options: many(questionLimits.options, (option) => `Respuesta ${option} <b>`),
      }),
    ),
  }
}

/** Stores the lists as they are, without a check. */
export function storeGreatest(db: Db, days?: number): void {
  const edit = { by: null, at: new Date().toISOString() }
  for (const [key, list] of Object.entries(greatestLists(days))) insertRevision(db, key as CollectionKey, list, edit)
  const texts = (value: object) =>
    Object.fromEntries(
      Object.entries(value).map(([name, text]) => [name, /description/i.test(name) ? prose(limits.longText) : text]),
    )
  for (const key of ['about', 'benefits'] as const) insertRevision(db, key, texts(sectionDefaults[key]), edit)
}
