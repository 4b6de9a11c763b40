import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sectionDefaults } from '../../data/content/defaults.ts'
import type { AgendaEvent } from '../../data/content/schema.ts'
import { temporaryDir } from '../../data/testing.ts'
import { cachedCard, cardHash, cardName, cardOf, conferenceDate, type DrawCard, type ShareCard } from './share-card.ts'

const zone = 'America/Guatemala'
const card = cardOf({ ...sectionDefaults, events: [] }, zone)

function drawing() {
  const wwwDir = temporaryDir()
  const drawn: string[] = []
  const draw: DrawCard = async ({ title }) => {
    drawn.push(title)
    return Buffer.from(title)
  }
  return { wwwDir, drawn, draw }
}

test('a share card is redrawn only if its text changes', async () => {
  const { wwwDir, drawn, draw } = drawing()
  const cached = cachedCard(draw, wwwDir)
  for (const title of ['Antigua', 'Antigua', 'Cobán', 'Cobán']) await cached({ ...card, title })
  expect(drawn).toEqual(['Antigua', 'Cobán'])
})

test('after a restart, does not redraw a share card that is in the published folder', async () => {
  const { wwwDir, drawn, draw } = drawing()
  writeFileSync(join(wwwDir, cardName(card)), 'drawn before')
  const { file, urls } = await cachedCard(draw, wwwDir)(card)
  expect([String(file.body), urls, drawn]).toEqual(['drawn before', [`/${cardName(card)}`], []])
})

test('a share card with any other text or colour gets another file name', () => {
  const other: ShareCard[] = [
    { ...card, title: 'otra cosa' },
    { ...card, facts: ['otro día'] },
    { ...card, eyebrow: '' },
    { ...card, conference: { ...card.conference, accent: '#123456' } },
  ]
  expect(new Set([card, ...other].map(cardName)).size).toBe(5)
  expect(cardHash(card, 'square')).not.toBe(cardHash(card, 'wide'))
})

test.each([
  [[], '20 de noviembre de 2025'],
  [['', ''], '20 de noviembre de 2025'],
  [['', '2025-11-22'], '20 al 22 de noviembre de 2025'],
  [['2025-11-30', '2025-12-02'], '30 de noviembre al 2 de diciembre de 2025'],
])('a share card for the session days %j shows the date %s', (days, words) => {
  const events = days.map((day, index) => ({ id: String(index), day, startTime: '09:00' }) as AgendaEvent)
  expect(conferenceDate({ ...sectionDefaults, events }, zone)).toBe(words)
})
