import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawOnDemand } from './draw-on-demand.ts'
import type { ShareCard } from './share-card.ts'

const card: ShareCard = {
  eyebrow: 'Telar 2026',
  title: 'Tejer sistemas que duran',
  people: 'Ixchel Toj',
  facts: ['viernes 20 de noviembre · 10:30', 'Auditorio'],
  portraits: [],
  conference: { name: 'Telar 2026', accent: '', pattern: 'propio' },
}

test('draws share cards in another process, and leaves out an unreadable portrait', async () => {
  const drawn = await Promise.all([
    drawOnDemand(card, 'wide', []),
    drawOnDemand(card, 'square', [Buffer.from('no picture')]),
    drawOnDemand({ ...card, title: '🎉' }, 'wide', []),
  ])
  const sizes = await Promise.all(drawn.map(async (png) => (await sharp(png).metadata()).width))
  expect(sizes).toEqual([1200, 1080, 1200])
})

test('if one share card cannot be drawn, reports the error and draws the next', async () => {
  await expect(drawOnDemand({ ...card, facts: null as never }, 'wide', [])).rejects.toThrow('TypeError')
  expect((await drawOnDemand(card, 'wide', [])).byteLength).toBeGreaterThan(1_000)
})
