import { type Context, Hono } from 'hono'
import { itemDefaults } from '../../data/content/defaults.ts'
import { synchroniseSections, withMovedDays, withStartTime } from '../../data/content/event.ts'
import { withBothSpeakerFields } from '../../data/content/event-speakers.ts'
import type { CollectionKey, Content } from '../../data/content/schema.ts'
import { limits } from '../../data/limits.ts'
import { refuseInternalLinks } from '../content/saving.ts'
import { bodyUpTo } from '../http/body-up-to.ts'
import type { Env } from '../http/env.ts'
import { framedByPanel } from '../http/security-headers.ts'
import { validate } from '../http/validate.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { answerPage } from '../serving/answer-page.ts'
import { withPreviewPolicy } from './policy.ts'
import { type PreviewContent, previewSchema } from './schema.ts'

const previewBody = bodyUpTo((Math.max(...Object.values(limits.listKilobytes)) + 256) * 1024)

type Needs = { publisher: Publisher; config: { publicOrigin: string; timeZone: string } }

/** The panel first loads GET into its frame. A frame that is filled only by a script would have the panel's policy. */
export function previewRoutes({ publisher, config }: Needs) {
  const answer = async (c: Context, draft: PreviewContent) =>
    answerPage(c, withPreviewPolicy(await publisher.preview((content) => withChanges(content, draft, config.timeZone))))

  const noInternalLinks = refuseInternalLinks(config.publicOrigin, (path) => path.join('.'))

  return new Hono<Env>()
    .use(framedByPanel)
    .get('/', (c) => answer(c, {}))
    .post('/', previewBody, validate('json', previewSchema), noInternalLinks, (c) => answer(c, c.req.valid('json')))
}

function withChanges(content: Content, { sections = {}, collections = {} }: PreviewContent, timeZone: string): Content {
  const { hero = {}, event = {}, ...others } = sections
  const changed = (Object.keys(others) as (keyof typeof others)[]).map((key) => [key, { ...content[key], ...others[key] }])
  const lists = (Object.keys(collections) as CollectionKey[]).map((key) => [
    key,
    collections[key]?.map(completeItem(key, content)),
  ])
  const next: Content = { ...content, ...Object.fromEntries(changed), ...Object.fromEntries(lists) }
  const byHero = synchroniseSections(
    next,
    { hero: { ...next.hero, ...withStartTime(hero, () => next.event.startTime, timeZone) } },
    timeZone,
  )
  const byEvent = synchroniseSections(byHero, { event: { ...byHero.event, ...event } }, timeZone)
  if (!collections.events) {
    const dates = [content.hero.eventDate, byEvent.hero.eventDate] as const
    next.events = withMovedDays(content.events, dates, { timeZone, at: new Date().toISOString() })
  }
  return { ...next, ...byEvent }
}

function completeItem(key: CollectionKey, content: Content) {
  const at = new Date().toISOString()
  const fields = { createdAt: at, updatedAt: at, ...itemDefaults[key] }
  const stored = new Map(content.events.map((event) => [event.id, event]))
  return (item: { id?: string }, index: number) => {
    const both = withBothSpeakerFields(key, item, stored.get(item.id ?? '') ?? itemDefaults.events)
    return { id: `nuevo-${index}`, ...fields, ...(both === 'contradictory' ? item : both) }
  }
}
