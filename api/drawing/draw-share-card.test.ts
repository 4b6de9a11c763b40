import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { looks } from '../../demo/looks.ts'
import { portrait } from '../../demo/pictures/portraits.ts'
import { isFull, rounds } from '../../tests/support/full.ts'
import { drawShareCard } from './draw-share-card.ts'
import type { CardShape, ShareCard } from './share-card.ts'

const titles = [
  'Tejer sistemas que duran',
  'Cómo migramos tres millones de usuarios sin que nadie se diera cuenta, y lo que haríamos distinto si volviéramos a empezar',
  'K’iche’, Kaqchikel y Q’eqchi’: teclados para las lenguas mayas',
  'Ri tz’ib’: xb’e ẍkar, nïm ruq’ij ri qach’ab’äl',
  'Rust 🦀 en producción: lo bueno, lo malo 🔥 y lo que arde',
  'مقدمة في الذكاء الاصطناعي',
  'ברוכים הבאים לכנס',
  'Docker & Kubernetes: «hola, mundo» <script>alert(1)</script>',
  'Supercalifragilisticoespialidosodesoxirribonucleicoelectroencefalografista',
  'IA',
  '¿Qué es lo peor que puede pasar? Diez años de respuestas honestas a una pregunta incómoda que nos hicieron en una entrevista de trabajo, en una sala de juntas y en la cocina de la abuela, contadas por quienes estuvieron ahí y todavía hablan entre sí, creo',
  'מערכות מבוזרות with Kafka and friends',
  '🎉🎉🎉',
  'Diseño accesible',
  'Łukasz, Ágnes y Søren presentan: Straße, œuvre, naïve',
]

const people = [
  ['Ixchel Toj'],
  ['Rodrigo Pérez', 'María de los Ángeles Xicay'],
  ['Ana Lucía Fuentes', 'Diego Tzoc', 'Sofía Barrios'],
  ['A. B. Cuy', 'Luis Ixcot', 'Eva Ruiz', 'Jorge Coyoy'],
  ['María Fernanda del Carmen Gutiérrez Monterroso', 'José Antonio Ixcamparij', 'Ana', 'Pedro Tum', 'Nils Ångström'],
  [],
  ['Hunahpú Ajq’ijab’ Saquic'],
]

const conferences: ShareCard['conference'][] = [
  { name: 'Telar 2026', accent: '', pattern: 'telar' },
  { name: 'Congreso Centroamericano de Tecnología, Educación y Comunidad', accent: '#0a7d5a', pattern: 'propio' },
  { name: 'PyCon Guatemala', accent: '#ffd43b', pattern: 'propio' },
  { name: 'DevFest', accent: '#4285f4', pattern: 'liso' },
  { name: 'Nerdearla', accent: '#111111', pattern: 'propio' },
]

const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T

function cardNumber(index: number): ShareCard {
  const who = at(people, index)
  const names = who.length > 1 ? `${who.slice(0, -1).join(', ')} y ${who.at(-1)}` : (who[0] ?? '')
  const conference = at(conferences, index + Math.floor(index / 15))
  const facts = ['viernes 20 de noviembre · 10:30', at(['Auditorio Ixchel', 'Salón B, segundo nivel'], index)]
  return { eyebrow: conference.name, title: at(titles, index), people: names, facts, portraits: who, conference }
}

const faces = Object.values(looks)

const facesOf = (index: number) =>
  Promise.all(
    at(people, index).map((_, n) =>
      index % 9 === 8 ? Buffer.from('no picture') : portrait(at(faces, index + n)).then((face) => Buffer.from(face)),
    ),
  )

const sizes = { wide: [1200, 630], square: [1080, 1080] } as const

describe.each(['wide', 'square'] as CardShape[])('the %s share card (a preview picture for links)', (shape) => {
  test('with any title and speakers, the share card has its right size and is under 300 KB', async () => {
    const drawn: Buffer[] = []
    for (let index = 0; index < rounds(5, 50); index++) {
      const card = await drawShareCard(cardNumber(index), shape, await facesOf(index))
      const { width, height, format } = await sharp(card).metadata()
      expect([width, height, format, card.byteLength < 300_000], cardNumber(index).title).toEqual([...sizes[shape], 'png', true])
      drawn.push(card)
    }
    if (isFull) console.log(await contactSheet(drawn, shape))
  }, 300_000)
})

/** Draws all cards on one sheet for people to look at, and returns the sheet's path. */
async function contactSheet(cards: Buffer[], shape: CardShape): Promise<string> {
  const [width, height] = shape === 'wide' ? [400, 210] : [300, 300]
  const small = await Promise.all(cards.map((card) => sharp(card).resize(width, height).png().toBuffer()))
  const [columns, gap] = [5, 12]
  const place = (index: number) => ({
    left: gap + (index % columns) * (width + gap),
    top: gap + Math.floor(index / columns) * (height + gap),
  })
  const size = { width: gap + columns * (width + gap), height: gap + Math.ceil(cards.length / columns) * (height + gap) }
  const path = join(tmpdir(), `tarjetas-${shape}.png`)
  const sheet = sharp({ create: { ...size, channels: 3, background: '#888888' } })
  const png = await sheet
    .composite(small.map((input, index) => ({ input, ...place(index) })))
    .png()
    .toBuffer()
  writeFileSync(path, png)
  return path
}
