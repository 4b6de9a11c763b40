import { expect, test } from 'vitest'
import { decoded } from './decode.ts'

const table = 'Nombre\tCorreo\r\nJosé Ñáñez\tjose@ejemplo.gt\r\nMaría Peña\tmaria@ejemplo.gt\r\n'

const wide = (text: string, isBig: boolean, mark: string) =>
  Uint8Array.from(
    [...(mark + text)].flatMap((letter) => {
      const code = letter.charCodeAt(0)
      return isBig ? [code >> 8, code & 255] : [code & 255, code >> 8]
    }),
  )

const pages = {
  'windows-1252': { é: 0xe9, Ñ: 0xd1, á: 0xe1, ñ: 0xf1, í: 0xed },
  macintosh: { é: 0x8e, Ñ: 0x84, á: 0x87, ñ: 0x96, í: 0x92 },
  'code page 850': { é: 0x82, Ñ: 0xa5, á: 0xa0, ñ: 0xa4, í: 0xa1 },
} as const

const narrow = (text: string, page: Record<string, number>) =>
  Uint8Array.from([...text].map((letter) => page[letter] ?? letter.charCodeAt(0)))

test.each<readonly [string, Uint8Array]>([
  ['UTF-8', new TextEncoder().encode(table)],
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${table}`)],
  ['UTF-16LE with a byte order mark', wide(table, false, '\ufeff')],
  ['UTF-16BE with a byte order mark', wide(table, true, '\ufeff')],
  ['UTF-16LE', wide(table, false, '')],
  ...Object.entries(pages).map(([name, page]) => [name, narrow(table, page)] as const),
])('reads a table in %s', (_, bytes) => {
  expect(decoded(bytes)).toBe(table)
})

test('reads quotes and dashes in a Windows encoding', () => {
  const bytes = narrow('Charla,Tema\nIntroducción – “Redes”,O’Neil\n', { ó: 0xf3, '–': 0x96, '“': 0x93, '”': 0x94, '’': 0x92 })
  expect(decoded(bytes)).toBe('Charla,Tema\nIntroducción – “Redes”,O’Neil\n')
})

test('rejects bytes that no known encoding can read as text', () => {
  expect(() => decoded(Uint8Array.from(Array.from({ length: 400 }, (_, at) => 128 + ((at * 7) % 128))))).toThrow(/CSV UTF-8/)
})
