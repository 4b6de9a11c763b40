import { expect, test } from 'vitest'
import { itemDefaults } from '../../data/content/defaults.ts'
import { type PageSection, pageSections } from '../../data/content/schema.ts'
import { contentDefaults } from '../../data/content/stored.ts'
import { beforehand, type PublicContent } from '../../data/programme/public-content.ts'
import { navigationTo } from '../page/navigation.ts'
import { arranged, shows } from './arrange.ts'

function laidOut(first: PageSection[] = [], hidden: PageSection[] = []) {
  const keys = [...first, ...pageSections.filter((key) => !first.includes(key))]
  return {
    ...contentDefaults,
    now: beforehand,
    layout: { sections: keys.map((key) => ({ key, isVisible: !hidden.includes(key) })) },
  }
}

const keysOf = (...order: Parameters<typeof laidOut>) => arranged(laidOut(...order)).map(({ keys }) => keys.join('+'))

test('the sections have the default order unless organisers have moved one', () => {
  expect(keysOf()).toEqual([
    'about+video+figures',
    'benefits',
    'segments',
    'speakers',
    'agenda',
    'allies+sponsors',
    'registration',
  ])
})

test('a section that is moved away from its group is shown in a block of its own', () => {
  expect(keysOf(['agenda', 'sponsors', 'video'], ['speakers'])).toEqual([
    'agenda',
    'sponsors',
    'video',
    'about+figures',
    'benefits',
    'segments',
    'allies',
    'registration',
  ])
})

test('hides the figures section if all numbers and labels are empty', () => {
  const about = { ...contentDefaults.about, stat1Number: '', stat1Label: '', stat2Number: '', stat2Label: '' }
  expect(shows(arranged({ ...laidOut(), about }), 'figures')).toBe(false)
})

test('hides empty sections of the page once the conference has begun', () => {
  const shown = (more: Partial<PublicContent>) => arranged({ ...laidOut(), ...more }).flatMap(({ keys }) => keys)
  const soon: PageSection[] = ['speakers', 'agenda', 'allies', 'sponsors']
  expect(shown({})).toEqual(expect.arrayContaining(soon))
  for (const moment of ['during', 'after'] as const) {
    const now = { ...beforehand, moment }
    expect(shown({ now }).filter((key) => soon.includes(key))).toEqual([])
    const ally = { ...itemDefaults.partners, id: 'a', name: 'Uno', category: 'aliado' as const, createdAt: '', updatedAt: '' }
    expect(shown({ now, partners: [ally] }).filter((key) => soon.includes(key))).toEqual(['allies'])
  }
})

test('neighbouring sections have different backgrounds, unless both are dark', () => {
  for (const first of pageSections) {
    for (const second of pageSections.filter((key) => key !== first)) {
      for (const hidden of pageSections) {
        const blocks = arranged(laidOut([first, second], [hidden]))
        for (const [index, { keys, ground }] of blocks.entries()) {
          const isInk = ground.includes('neutral')
          if (!isInk) expect(ground, keys.join()).not.toBe(blocks[index + 1]?.ground)
        }
      }
    }
  }
})

test('hides the information section if it has no items', () => {
  const item = { ...itemDefaults.info, id: 'a', title: 'Código de conducta', createdAt: '', updatedAt: '' }
  const info = [item, { ...item, id: 'b', title: 'Equipo', isInMenu: true }]
  const blocks = arranged({ ...laidOut(), info })
  expect(shows(blocks, 'info')).toBe(true)
  expect(shows(arranged(laidOut()), 'info')).toBe(false)
  const keys = blocks.flatMap(({ keys }) => keys)
  expect(navigationTo(keys, info).at(-1)).toEqual({ label: 'Equipo', href: '#info-b' })
  expect(navigationTo(keys.toSpliced(keys.indexOf('info'), 1), info)).not.toContainEqual({ label: 'Equipo', href: '#info-b' })
})

test('the navigation lists the visible sections in their order on the page', () => {
  const links = (...order: Parameters<typeof laidOut>) =>
    navigationTo(
      arranged(laidOut(...order)).flatMap(({ keys }) => keys),
      [],
    ).map(({ label }) => label)
  expect(links()).toEqual(['Evento', 'Segmentos', 'Speakers', 'Agenda', 'Partners'])
  expect(links(['agenda', 'sponsors'], ['speakers', 'segments'])).toEqual(['Evento', 'Agenda', 'Partners'])
  expect(links([], ['allies'])).toEqual(['Evento', 'Segmentos', 'Speakers', 'Agenda', 'Partners'])
  expect(links([], ['allies', 'sponsors'])).toEqual(['Evento', 'Segmentos', 'Speakers', 'Agenda'])
})
