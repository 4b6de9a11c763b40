import { expect, test } from 'vitest'
import type { z } from 'zod'
import { isSitePath, leadsToPanelOrApi } from './addresses.ts'
import { aboutSchema, heroSchema, partnerSchema, speakerSchema } from './content/schema.ts'
import { limits } from './limits.ts'

const media = {
  'hero.backgroundImage': heroSchema.shape.backgroundImage,
  'hero.headerLogo': heroSchema.shape.headerLogo,
  'hero.heroLogo': heroSchema.shape.heroLogo,
  'about.imageUrl': aboutSchema.shape.imageUrl,
  'about.videoUrl': aboutSchema.shape.videoUrl,
  'speaker.image': speakerSchema.shape.image,
  'partner.logo': partnerSchema.shape.logo,
}

const links = {
  'speaker.linkedinUrl': speakerSchema.shape.linkedinUrl,
  'speaker.twitterUrl': speakerSchema.shape.twitterUrl,
  'partner.website': partnerSchema.shape.website,
}

const dangerous = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'jAva\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0000javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://ejemplo.gt/1',
  '//evil.gt/x',
  '\\\\evil.gt\\x',
  '/\\evil.gt',
  'https:\\\\evil.gt',
  'https://evil.gt/a b',
  'https://',
  'http:evil.gt',
  'ftp://evil.gt/x',
]

const accepting = (fields: Record<string, z.ZodType>, address: string) =>
  Object.keys(fields).filter((name) => fields[name]?.safeParse(address).success)

test.each(dangerous)('rejects the URL %j in every field', (address) => {
  expect(accepting({ ...media, ...links }, address)).toEqual([])
})

test.each(['/public-objects/1-logo.png', 'public-objects/1-logo.png'])(
  'accepts %j as the URL of an image or video, but not of a link',
  (address) => {
    expect(accepting({ ...media, ...links }, address)).toEqual(Object.keys(media))
  },
)

test.each(['mailto:jose@ejemplo.gt'])('accepts %j as the URL of a link, but not of an image or video', (address) => {
  expect(accepting({ ...media, ...links }, address)).toEqual(Object.keys(links))
})

test.each(['', 'https://ejemplo.gt/a.png?x=1#y', 'http://ejemplo.gt/a.png'])('accepts the URL %j in every field', (address) => {
  expect(accepting({ ...media, ...links }, address)).toEqual(Object.keys({ ...media, ...links }))
})

test.each(['ejemplo', 'hola@ejemplo.gt', 'a b.gt', 'mailto:', 'mailto:a@b c', 'mailto:a@b@c'])(
  'rejects %j as the URL of a link',
  (address) => {
    expect(accepting({ website: links['partner.website'] }, address)).toEqual([])
  },
)

test.each(['quetzal.org', 'www.quetzal.org/precios?mes=3', 'maps.app.goo.gl/x1'])(
  'completes the typed URL %s with https://',
  (address) => {
    expect(links['partner.website'].parse(` ${address} `)).toBe(`https://${address}`)
  },
)

test('the message for a rejected URL shows the start of a valid URL', () => {
  const message = (field: z.ZodType) => field.safeParse('javascript:alert(1)').error?.issues.map(({ message }) => message)
  expect(message(media['hero.headerLogo'])).toEqual([
    'Escribe una dirección que empiece con https:// o una ruta de este sitio que empiece con /',
  ])
  expect(message(links['partner.website'])).toEqual(['Escribe una dirección que empiece con https://'])
})

test('rejects a URL longer than 2048 characters', () => {
  const address = `https://ejemplo.gt/${'x'.repeat(limits.url)}`
  expect(heroSchema.shape.headerLogo.safeParse(address).error?.issues.map(({ message }) => message)).toEqual([
    'Máximo 2048 caracteres',
  ])
})

const people = { linkedinUrl: links['speaker.linkedinUrl'], twitterUrl: links['speaker.twitterUrl'] }

test.each([
  ['linkedinUrl', 'linkedin.com/in/ana', 'https://linkedin.com/in/ana'],
  ['linkedinUrl', 'www.linkedin.com/in/ana?trk=1', 'https://www.linkedin.com/in/ana?trk=1'],
  ['linkedinUrl', 'ana-perez-12', 'https://www.linkedin.com/in/ana-perez-12'],
  ['linkedinUrl', 'https://linkedin.com/in/ana', 'https://linkedin.com/in/ana'],
  ['twitterUrl', '@ana_gt', 'https://x.com/ana_gt'],
  ['twitterUrl', 'ana_gt', 'https://x.com/ana_gt'],
  ['twitterUrl', 'x.com/ana', 'https://x.com/ana'],
  ['twitterUrl', '@ana@mastodon.social', 'https://mastodon.social/@ana'],
  ['twitterUrl', 'http://twitter.com/ana', 'http://twitter.com/ana'],
  ...['NA', 'n/a', 'N.A.', '-', '—', '', ' ', 'ninguno', null].flatMap((none) => [
    ['linkedinUrl', none, ''] as const,
    ['twitterUrl', none, ''] as const,
  ]),
] as const)('in the field %s, stores the typed %j as %j', (field, written, kept) => {
  expect(people[field].parse(written)).toBe(kept)
  expect(people[field].parse(kept)).toBe(kept)
})

test.each(['ana pérez', '@ana gt', 'sin/esquema', 'ana@ejemplo.gt', '@', 'ejemplo..gt/x', 'ejemplo.gt:8080/x', '@ana@sin-punto'])(
  'rejects %j as a speaker’s profile on a social network',
  (written) => {
    expect(accepting(people, written)).toEqual([])
  },
)

test('completes the URL of a speaker’s link, but rejects URLs that run code', () => {
  const parse = (url: string) => speakerSchema.shape.links.safeParse([{ label: 'Enlace', url }])
  expect(parse('github.com/ana').data).toEqual([{ label: 'Enlace', url: 'https://github.com/ana' }])
  expect(parse('ana.gt').data).toEqual([{ label: 'Enlace', url: 'https://ana.gt' }])
  expect(parse('@ana').data).toEqual([{ label: 'Enlace', url: 'https://x.com/ana' }])
  expect(dangerous.filter((url) => parse(url).success)).toEqual([])
})

test.each([
  '/api/registrations/export',
  'api/x',
  '/admin',
  '/admin/?x',
  '/x/../api/users',
  '/./api/users',
  '/%61pi/users',
  '/.//api/users',
  '/upload/x',
])('rejects the picture path %s, because it leads to the API or the panel', (path) => {
  expect(isSitePath(path)).toBe(false)
})

test('accepts the path of a page or file of this site as a picture or link', () => {
  for (const path of ['/public-objects/1-2.webp', 'apis/x.png', '/administracion.png', '/fotos/api/x.png', '/%C3%B1.png'])
    expect([path, isSitePath(path)]).toEqual([path, true])
  expect(leadsToPanelOrApi('https://sitio.gt/api/users', 'https://sitio.gt')).toBe(true)
  expect(leadsToPanelOrApi('https://otro.gt/api/users', 'https://sitio.gt')).toBe(false)
})
