import { expect, test } from 'vitest'
import { sectionDefaults } from '../content/defaults.ts'
import { sampleClaims } from './sample-claims.ts'

const begun = structuredClone(sectionDefaults)
const said = (content: typeof begun) => sampleClaims(content).map(({ section, field, more }) => `${section}.${field} ${more}`)

test('lists all sample texts of a new site with their fields', () => {
  expect(said(begun)).toEqual([
    'event.name 0',
    'event.description 0',
    'hero.eventDate 0',
    'hero.location 0',
    'about.description1 0',
    'about.description2 0',
    'about.stat2Number 0',
    'benefits.benefit1Title 5',
    'segments.segment1Title 3',
  ])
  expect(sampleClaims(begun).find(({ field }) => field === 'stat2Number')?.text).toBe('15+ Anfitriones')
  expect(sampleClaims(begun).find(({ section }) => section === 'benefits')?.text).toBe(
    'Conferencias magistrales: Experiencias reales contadas por quienes las vivieron.',
  )
})

test('does not list a sample text after it was changed', () => {
  const about = { ...begun.about, stat2Number: '22', description1: 'Nuestra tercera vez.' }
  const benefits = { ...begun.benefits, benefit1Title: 'Talleres', benefit6Description: 'Ferias.' }
  expect(said({ ...begun, about, benefits }).filter((claim) => /about|benefits/.test(claim))).toEqual([
    'about.description2 0',
    'benefits.benefit2Title 3',
  ])
})

test('does not list sample texts of hidden sections', () => {
  const sections = begun.layout.sections.map(({ key }) => ({ key, isVisible: !['figures', 'benefits', 'about'].includes(key) }))
  expect(said({ ...begun, layout: { sections } })).toEqual([
    'event.name 0',
    'event.description 0',
    'hero.eventDate 0',
    'hero.location 0',
    'segments.segment1Title 3',
  ])
})

test('returns an empty list once all sample texts are changed', () => {
  const other = <T extends object>(section: T): T =>
    Object.fromEntries(Object.entries(section).map(([name, value]) => [name, `${value} nuestro`])) as T
  const { hero, event, about, benefits, segments, layout } = begun
  const content = {
    hero: other(hero),
    event: other(event),
    about: other(about),
    benefits: other(benefits),
    segments: other(segments),
  }
  expect(sampleClaims({ ...content, layout })).toEqual([])
})
