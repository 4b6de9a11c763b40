import { expect, test } from 'vitest'
import { sectionDefaults } from '../../data/content/defaults.ts'
import type { PublicContent } from '../../data/content/public-content.ts'
import { openToAll } from '../../data/registrations/places.ts'
import { noteReads } from './reads.ts'

const scenario = { id: '1', name: 'Auditorio', description: '', displayOrder: 0, isActive: true, createdAt: '', updatedAt: '' }
const content: PublicContent = {
  ...sectionDefaults,
  offer: openToAll,
  speakers: [],
  scenarios: [scenario],
  events: [],
  partners: [],
}
const hero = (change: object): PublicContent => ({ ...content, hero: { ...content.hero, ...change } })

test('what was made from some fields stays as it is while those do', () => {
  const { content: noted, isUnchanged } = noteReads(content)
  const { title } = noted.hero
  expect(title).toBe(content.hero.title)
  expect(isUnchanged(hero({ subtitle: 'Otro' }))).toBe(true)
  expect(isUnchanged(hero({ title: 'Otro' }))).toBe(false)
})

test('of a list every item counts, whether it was added, removed or changed in what was read; one read again without a change is the same', () => {
  const { content: noted, isUnchanged } = noteReads(content)
  expect(noted.scenarios.map(({ name }) => name)).toEqual(['Auditorio'])
  expect(isUnchanged({ ...content, scenarios: [...content.scenarios] })).toBe(true)
  expect(isUnchanged({ ...content, scenarios: [{ ...scenario, name: 'Terraza' }] })).toBe(false)
  expect(isUnchanged({ ...content, scenarios: [{ ...scenario, description: 'Con rampa' }] })).toBe(true)
  expect(isUnchanged({ ...content, scenarios: [scenario, scenario] })).toBe(false)
  expect(isUnchanged({ ...content, scenarios: [] })).toBe(false)
})

test('an item that is read as a whole is read in all of its fields', () => {
  const { content: noted, isUnchanged } = noteReads(content)
  expect(JSON.stringify(noted.scenarios)).toBe(JSON.stringify(content.scenarios))
  expect(isUnchanged({ ...content, scenarios: [{ ...scenario, description: 'Con rampa' }] })).toBe(false)
})

test('a section that is read as a whole is read in all of its fields', () => {
  const { content: noted, isUnchanged } = noteReads(content)
  expect(JSON.stringify({ ...noted.hero })).toBe(JSON.stringify(content.hero))
  expect(isUnchanged(hero({ backgroundImage: '/otra.webp' }))).toBe(false)
})
