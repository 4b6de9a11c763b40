import { expect, test } from 'vitest'
import type { AgendaEvent } from '../../data/content/schema.ts'
import { contentDefaults } from '../../data/content/stored.ts'
import { publicContent } from '../../data/programme/public-content.ts'
import { zone } from '../../data/testing.ts'
import { trackReads } from './reads.ts'

const content = publicContent(contentDefaults, zone)

test('a page is outdated only if a field that was used to render it has changed', () => {
  const { tracked, isUpToDate } = trackReads(content)
  expect([tracked.hero.title, tracked.events]).toEqual([content.hero.title, content.events])
  const { hero } = content
  expect(isUpToDate({ ...content, hero: { ...hero, subtitle: 'Otro' }, speakers: [...content.speakers] })).toBe(true)
  expect(isUpToDate({ ...content, hero: { ...hero, title: 'Otro' } })).toBe(false)
  expect(isUpToDate({ ...content, events: [...content.events] })).toBe(true)
  expect(isUpToDate({ ...content, events: [...content.events, {} as AgendaEvent] })).toBe(false)
})

test('copying or serialising a section counts as using all its fields', () => {
  for (const read of [JSON.stringify, (part: object) => ({ ...part })]) {
    const { tracked, isUpToDate } = trackReads(content)
    read(tracked.hero)
    expect(isUpToDate({ ...content, hero: { ...content.hero, title: 'Otro' } })).toBe(false)
  }
})
