import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { isFull } from '../../tests/support/full.ts'
import { layOut } from './certificate-layout.ts'
import type { Paper } from './certificate-paper.ts'
import { drawCertificate } from './certificate-pdf.ts'
import { drawCertificatePicture, signaturesAsPng } from './certificate-picture.ts'

const names = [
  'Ana',
  'María de los Ángeles Xicay Gutiérrez',
  'María Fernanda del Carmen Gutiérrez Monterroso de Ixcamparij y Sáenz de Tejada',
  'Xb’e ẍkar Łukasz',
  'Bartholomäus-Maximilian Hubertus von und zu Wolfenbüttel-Großostheim',
]
const looks: Paper['look'][] = [
  { accent: '', pattern: 'telar' },
  { accent: '#0a7d5a', pattern: 'propio' },
  { accent: '#4285f4', pattern: 'liso' },
  { accent: '#111111', pattern: 'propio' },
]
const signature = (image: string) => ({ name: 'Ixchel Toj', title: 'Coordinadora general del congreso', image })

const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T

function paperNumber(index: number): Paper {
  const code = 'abcdefghij234567'
  return {
    code,
    url: `https://conferencia.gt/constancia/${code}`,
    name: at(names, index),
    role: at(['asistente', 'ponente', 'parte de la organización'], index),
    conference: at(['Telar 2026', 'Congreso Centroamericano de Tecnología, Educación y Comunidad'], index),
    when: at(['el 20 de noviembre de 2026', 'del 30 de abril al 2 de mayo de 2026'], index),
    place: at(['Centro Cultural Miguel Ángel Asturias, Ciudad de Guatemala', ''], index),
    hours: at([8, null, 1, 24], index),
    text: at(['', 'Avalada por la Facultad de Ingeniería de la Universidad de San Carlos de Guatemala.'], index),
    signatures: at([[signature('wide'), signature('high')], [], [signature('wide'), signature(''), signature('high')]], index),
    look: at(looks, index),
    isLetter: index % 2 === 1,
  }
}

async function pictures(): Promise<Record<string, Uint8Array>> {
  const stroke = (width: number, height: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M5 ${height - 10}C${width / 3} 0 ${width / 2} ${height} ${width - 5} 10" fill="none" stroke="#113" stroke-width="5"/></svg>`
  return { wide: Buffer.from(stroke(400, 100)), high: Buffer.from(stroke(120, 160)) }
}

test('signatures uploaded in different sizes are drawn in equal size', async () => {
  const stroke = (size: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 400 160"><path d="M5 150C130 0 200 160 395 10" stroke="#113" stroke-width="5"/></svg>`,
    )
  const sizes = ['width="400" height="160"', 'width="2480pt" height="1000pt"', 'width="40" height="16"']
  const images = await signaturesAsPng(Object.fromEntries(sizes.map((size) => [size, stroke(size)])))
  for (const size of sizes) {
    const { width, height } = await sharp(images.get(size)).metadata()
    expect([size, Math.abs((width ?? 0) - 800) < 8, Math.abs((height ?? 0) - 320) < 8]).toEqual([size, true, true])
  }
})

/** Lines above the signatures. `bottom` includes descenders such as that of 'g'. */
const linesAbove = (paper: Paper) =>
  layOut(paper).flatMap((part) =>
    part.is === 'text' && part.size > 8 && part.y < 498 ? [{ ...part, bottom: part.y + part.size * 0.25 }] : [],
  )

test('long texts on a certificate never overlap the signatures or the QR code', () => {
  const words = (length: number) => 'Educación y Comunidad de Centroamérica y del Caribe '.repeat(8).slice(0, length)
  const longest = { ...paperNumber(1), name: words(190), conference: words(120), place: words(200), text: words(250), hours: 24 }
  const usual = linesAbove(paperNumber(1))
  const long = linesAbove(longest)
  expect(long.length).toBeGreaterThan(usual.length)
  expect(Math.max(...long.map(({ bottom }) => bottom))).toBeLessThan(612 - 175)
  expect(usual.find(({ tag }) => tag === 'H1')?.size).toBe(32)
})

test("a certificate leaves out emoji in the conference's name, without a gap", () => {
  const said = linesAbove({ ...paperNumber(1), conference: '🚀', place: '' }).map(({ text }) => text)
  expect(said.join(' ').replaceAll('\u00a0', ' ')).toContain('como ponente en esta conferencia, del 30 de abril')
})

async function readCode(print: ReturnType<typeof sharp>): Promise<string> {
  const { width, height } = await print.metadata()
  const corner = {
    left: Math.round(width * 0.78),
    top: Math.round(height * 0.66),
    width: Math.floor(width * 0.2),
    height: Math.floor(height * 0.25),
  }
  const { data, info } = await print.extract(corner).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) })
}

const hasPoppler = spawnSync('pdftoppm', ['-v']).status === 0

test('a certificate has one page with embedded fonts, title, language and reading order', async () => {
  const pdf = (await drawCertificate(paperNumber(1), await pictures())).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBe(1)
  expect(pdf).toContain('/Lang (es)')
  expect(pdf).toContain('/DisplayDocTitle true')
  expect(pdf).toContain('/Marked true')
  expect(pdf.match(/\/FontFile2/g)?.length).toBe(2)
})

async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ').normalize('NFC')
}

// These names must be in this order, because drawing a name must not change the letters of names drawn after it.
test.each([
  ['Ñáñez Ọmọ́wùmí', 'Ñáñez Ọmọ́wùmí'],
  ['Trần Thị Diễm Hằng', 'Trần Thị Diễm Hằng'],
  ['Nanette Noto Tom', 'Nanette Noto Tom'],
  ['Wanjikũ Mbũrũ', 'Wanjikũ Mbũrũ'],
  ['Bea\u2010Lucía Tot\u2011Cuc', 'Bea-Lucía Tot-Cuc'],
  ['Ελευθέριος Παπαδόπουλος', 'Ελευθέριος Παπαδόπουλος'],
  ['Ольга Щербакова', 'Ольга Щербакова'],
  ['आदित्य क्षीरसागर शर्मा', 'आदित्य क्षीरसागर शर्मा'],
  ['Xb’e ẍkar Ficus', 'Xb’e ẍkar Ficus'],
  ['João Alﬁeri 李', 'João Alfieri'],
])("the text copied from the certificate's PDF equals the text shown: %s", async (name, shown) => {
  const paper = { ...paperNumber(1), name, conference: 'Jornada de Tecnología', text: 'Con el aval de la Ñ' }
  const text = await textOf(await drawCertificate(paper, {}))
  expect(text).toContain(
    `JORNADA DE TECNOLOGÍA Constancia de participación Se otorga a ${shown.normalize('NFC')} por su participación como ponente`,
  )
  expect(text).toContain('Con el aval de la Ñ')
})

test.each([
  ['Thị Lạc', 'Th Lc'],
  ['Ольга Щербакова', ''],
  ['Bea\u2010Lucía', 'BeaLucía'],
  ['आदित्य', ''],
])('the picture of a certificate shows the name %s', async (name, without) => {
  const draw = (shown: string) => drawCertificatePicture({ ...paperNumber(1), name: shown }, {})
  expect((await draw(name)).equals(await draw(without))).toBe(false)
})

test.skipIf(!hasPoppler)('a phone camera can read the QR code of a printed certificate', async () => {
  const folder = temporaryDir()
  const paper = paperNumber(3)
  writeFileSync(join(folder, 'paper.pdf'), await drawCertificate(paper, await pictures()))
  const text = execFileSync('pdftotext', ['-layout', join(folder, 'paper.pdf'), '-'], { encoding: 'utf8' })
  expect(text).toContain('Constancia de participación')
  expect(text).toContain('ABCD-EFGH-IJ23-4567')
  execFileSync('pdftoppm', ['-r', '150', '-png', '-singlefile', join(folder, 'paper.pdf'), join(folder, 'paper')])
  expect(await readCode(sharp(readFileSync(join(folder, 'paper.png'))))).toBe(paper.url)
})

test.each([
  ['letter-size', 3, 1236, '[0 0 792 612]'],
  ['A4', 2, 1131, '[0 0 841.89 595.28]'],
])('the picture of a certificate on %s paper is under 300 KB, with a readable QR code', async (_, index, pixels, points) => {
  const paper = paperNumber(index)
  expect((await drawCertificate(paper, {})).toString('latin1')).toContain(`/MediaBox ${points}`)
  const png = await drawCertificatePicture(paper, await pictures())
  const { width, height, format } = await sharp(png).metadata()
  expect([width, height, format, png.byteLength < 300_000]).toEqual([1600, pixels, 'png', true])
  expect(await readCode(sharp(png))).toBe(paper.url)
})

test.skipIf(!hasPoppler)('the PNG and the PDF of a certificate look alike', async () => {
  const folder = temporaryDir()
  const paper = paperNumber(3)
  writeFileSync(join(folder, 'paper.pdf'), await drawCertificate(paper, await pictures()))
  const size = ['-scale-to-x', '1600', '-scale-to-y', '1236']
  execFileSync('pdftoppm', [...size, '-png', '-singlefile', join(folder, 'paper.pdf'), join(folder, 'paper')])
  const small = (picture: Buffer) => sharp(picture).flatten().greyscale().resize(400, 309).raw().toBuffer()
  const print = await small(readFileSync(join(folder, 'paper.png')))
  const difference = async (other: Paper) => {
    const picture = await small(await drawCertificatePicture(other, await pictures()))
    return picture.reduce((sum, value, index) => sum + Math.abs(value - (print[index] ?? 0)), 0) / print.length
  }
  const same = await difference(paper)
  expect(same).toBeLessThan(2)
  expect(await difference({ ...paper, name: 'Xb’e ẍkar Łukas' })).toBeGreaterThan(same + 0.1)
})

test.runIf(isFull && hasPoppler)('draws twenty sample certificates on one image for review', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'constancias-'))
  const small: Buffer[] = []
  for (let index = 0; index < 20; index++) {
    writeFileSync(join(folder, 'paper.pdf'), await drawCertificate(paperNumber(index), await pictures()))
    execFileSync('pdftoppm', ['-r', '60', '-png', '-singlefile', join(folder, 'paper.pdf'), join(folder, 'paper')])
    small.push(
      await sharp(readFileSync(join(folder, 'paper.png')))
        .resize(560)
        .png()
        .toBuffer(),
    )
  }
  const place = (index: number) => ({ left: 10 + (index % 4) * 570, top: 10 + Math.floor(index / 4) * 440 })
  const sheet = sharp({ create: { width: 2290, height: 2210, channels: 3, background: '#888888' } })
  writeFileSync(
    join(tmpdir(), 'constancias.png'),
    await sheet
      .composite(small.map((input, index) => ({ input, ...place(index) })))
      .png()
      .toBuffer(),
  )
  console.log(join(tmpdir(), 'constancias.png'))
  expect(small.length).toBe(20)
})
