import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sectionDefaults } from '../../data/content/defaults.ts'
import type { AgendaEvent } from '../../data/content/schema.ts'
import { temporaryDir } from '../../data/testing.ts'
import { dateOnCard } from './draw-share-card.ts'
import { cachedCard, cardName, cardOf, type DrawCard } from './share-card.ts'

const card = {
  title: 'Conferencia 2025',
  eventDate: '2025-11-20T13:00:00.000Z',
  location: 'Antigua',
  timeZone: 'America/Guatemala',
}

/** A folder, and a hand that counts what it draws. */
function drawing() {
  const wwwDir = temporaryDir()
  const drawn: string[] = []
  const draw: DrawCard = async ({ location }) => {
    drawn.push(location)
    return Buffer.from(location)
  }
  return { wwwDir, drawn, draw }
}

test('a card is drawn once and reused while its words stay: drawing takes a hundred times as long as the rest of a publish', async () => {
  const { wwwDir, drawn, draw } = drawing()
  const cached = cachedCard(draw, wwwDir)
  for (const location of ['Antigua', 'Antigua', 'Cobán', 'Cobán']) await cached({ ...card, location })
  expect(drawn).toEqual(['Antigua', 'Cobán'])
})

test('a card that is in the published folder is not drawn again at the next start', async () => {
  const { wwwDir, drawn, draw } = drawing()
  writeFileSync(join(wwwDir, cardName(card)), 'drawn before')
  const { file, urls } = await cachedCard(draw, wwwDir)(card)
  expect([String(file.body), urls, drawn]).toEqual(['drawn before', [`/${cardName(card)}`], []])
})

test.each(['title', 'eventDate', 'location', 'timeZone'] as const)(
  'another %s is another file: what a messenger keeps is never out of date',
  (part) => {
    expect(cardName({ ...card, [part]: 'otra cosa' })).not.toBe(cardName(card))
  },
)

test.each([
  [[], '20 de noviembre de 2025'],
  [['', ''], '20 de noviembre de 2025'],
  [['', '2025-11-22'], '20 al 22 de noviembre de 2025'],
  [['2025-11-30', '2025-12-02'], '30 de noviembre al 2 de diciembre de 2025'],
])('with sessions on %j the card says %s', (days, words) => {
  const events = days.map((day, index) => ({ id: String(index), day, startTime: '09:00' }) as AgendaEvent)
  expect(dateOnCard(cardOf({ ...sectionDefaults, events }, 'America/Guatemala'))).toBe(words)
})
