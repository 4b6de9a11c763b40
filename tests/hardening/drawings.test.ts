import { expect, test } from 'vitest'
import { sharedProduct } from '../support/fixtures.ts'
import { openSession } from '../support/session.ts'
import { upload } from './uploading.ts'

const product = await sharedProduct()
const session = await openSession(product)

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`

/** Uploads a drawing. Returns the status, and either the error message or the published file. */
async function take(drawing: string): Promise<[number, string]> {
  const { status, body, publicURL } = await upload(product, session, 'logo.svg', drawing)
  if (status !== 201) return [status, JSON.parse(body).error]
  return [status, await (await fetch(product.origin + publicURL)).text()]
}

/** Each of six levels shows the level below ten times, so a thousand characters make a million circles. */
function tower(show: (below: string) => string, wrap: (id: string, content: string) => string): string {
  const levels = Array.from({ length: 6 }, (_, level) => wrap(`l${level + 1}`, show(`l${level}`).repeat(10)))
  return svg(`<defs><circle id="l0" r="1"/>${levels.join('')}</defs>${show('l6')}`)
}

const towers: [string, string][] = [
  [
    'use in use',
    tower(
      (id) => `<use href="#${id}"/>`,
      (id, content) => `<g id="${id}">${content}</g>`,
    ),
  ],
  [
    'patterns in patterns',
    tower(
      (id) => `<rect width="9" height="9" fill="url(#${id})"/>`,
      (id, content) => `<pattern id="${id}">${content}</pattern>`,
    ),
  ],
  [
    'masks in masks',
    tower(
      (id) => `<rect width="9" height="9" style="mask: url('#${id}')"/>`,
      (id, content) => `<mask id="${id}">${content}</mask>`,
    ),
  ],
  ['a drawing in itself', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
]

test.each(towers)('rejects an SVG with %s, which would hang the browser of every visitor', async (_, drawing) => {
  expect(drawing.length).toBeLessThan(6000)
  expect(await take(drawing)).toEqual([422, expect.stringContaining('demasiado')])
})

test.each([
  ['a processing instruction', 'g{fill:url<?x?>(https://evil.example/x)}'],
  ['a comment', 'g{fill:url<!-- x -->(https://evil.example/x)}'],
  ['CDATA', 'g{fill:url<![CDATA[(https://evil.example/x)]]>}'],
  ['an element that is removed', 'g{fill:url<metadata/>(https://evil.example/x)}'],
  ['an element', 'g{fill:url<g/>(https://evil.example/x)}'],
])('rejects an SVG style with a URL cut in two by %s', async (_, style) => {
  expect(await take(svg(`<style>${style}</style>`))).toEqual([422, expect.stringContaining('<style>')])
})

test('before parsing an SVG, rejects it if it would keep the server busy', async () => {
  const refused = [422, expect.stringContaining('demasiado')]
  expect(await take(svg(`<style>${'a'.repeat(400_000)}</style>`))).toEqual(refused)
  expect(await take(svg(`<g style="${'a'.repeat(400_000)}"/>`))).toEqual(refused)
  expect(await take(svg('<g>'.repeat(5000) + '</g>'.repeat(5000)))).toEqual(refused)
  expect(await take(svg('<g class="/>">'.repeat(5000) + '</g>'.repeat(5000)))).toEqual(refused)
  expect(await take(svg('<g/>'.repeat(200_000)))).toEqual(refused)
})

test('accepts an SVG of one long line', async () => {
  const [status] = await take(svg(`<path d="M0-0${'-1'.repeat(300_000)}"/>`))
  expect(status).toBe(201)
})

test('rejects an SVG whose document type declares more than plain entities', async () => {
  const standard = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
  expect(await take(`<?xml version="1.0"?>\n${standard}\n${svg('<g/>')}`)).toEqual([201, svg('<g></g>')])
  // Illustrator declares the addresses of namespaces as plain entities.
  expect(await take(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<g/>')}`)).toEqual([201, svg('<g></g>')])
  for (const defining of [
    '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>',
    '<!DOCTYPE svg SYSTEM "x" [<!ATTLIST g a CDATA "b">]>',
  ]) {
    expect(await take(defining + svg('<g/>'))).toEqual([422, expect.stringContaining('DOCTYPE')])
  }
})
