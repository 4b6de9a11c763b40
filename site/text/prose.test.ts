import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ProseElement, type ProseNode, plainText, prose } from './prose.ts'

function written(nodes: readonly ProseNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      const attributes = `${node.href ? ` ${node.href}` : ''}${node.start ? ` ${node.start}` : ''}`
      return node.tag === 'br' ? '<br>' : `<${node.tag}${attributes}>${written(node.children)}</${node.tag}>`
    })
    .join('')
}

test.each([
  ['paragraphs, with the line breaks that were typed', 'Uno\ndos\n\ntres', '<p>Uno\ndos</p><p>tres</p>'],
  ['emphasis', 'Muy *bien*, **de verdad**', '<p>Muy <em>bien</em>, <strong>de verdad</strong></p>'],
  ['asterisks and underscores as plain text', '5 * 3 * 2 y mi_nombre_largo', '<p>5 * 3 * 2 y mi_nombre_largo</p>'],
  ['bullet points', 'Verás:\n- a\n- b\nFin', '<p>Verás:</p><ul><li>a</li><li>b</li></ul><p>Fin</p>'],
  ['pasted bullet points', '• a<br>• b', '<ul><li>a</li><li>b</li></ul>'],
  ['a numbered list with its first number', '3. uno\n4. dos', '<ol 3><li>uno</li><li>dos</li></ol>'],
  ['a negative number as plain text', '-5 grados', '<p>-5 grados</p>'],
  ['nested bullet points', '- a\n  - b', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
  ['a heading as strong text', '# Uno', '<p><strong>Uno</strong></p>'],
  ['a link', '[el sitio](https://a.gt/?b=1&c)', '<p><a https://a.gt/?b=1&c>el sitio</a></p>'],
  ['a link without a URL', '[el sitio]()', '<p>el sitio</p>'],
  ['a URL', 'En https://a.gt/b.', '<p>En <a https://a.gt/b>https://a.gt/b</a>.</p>'],
  ['a URL without a scheme', 'En www.a.gt, sí', '<p>En <a https://www.a.gt>www.a.gt</a>, sí</p>'],
  ['an e-mail', 'A hola@a.gt.', '<p>A <a mailto:hola@a.gt>hola@a.gt</a>.</p>'],
  ['names that look like URLs', 'Node.js y ASP.NET', '<p>Node.js y ASP.NET</p>'],
  ['code', 'con `npm <x>`', '<p>con <code>npm <x></code></p>'],
  ['escaped asterisks', 'sin \\*nada\\*', '<p>sin *nada*</p>'],
  ['unsupported Markdown as plain text', '> a\n---\n    b', '<p>> a\n---\nb</p>'],
])('renders %s as Markdown', (_, text, expected) => {
  expect(written(prose(text))).toBe(expected)
})

test.each([
  '[x](javascript:alert(1))',
  '[x](jAva&#115;cript:alert(1))',
  '[x](\tjavascript:alert(1))',
  '[x](<java\nscript:alert(1)>)',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:alert(1))',
  '[x](//evil.example)',
  '[x](file:///etc/passwd)',
  '<javascript:alert(1)>',
  'javascript:alert(1)',
  'ftp://evil.example',
  '![x](https://evil.example/a.png)',
  '[a]: javascript:alert(1)\n\n[a]',
  '<a href="https://evil.example" onclick="alert(1)">x</a>',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script >',
])('a hostile text produces no image and no dangerous link: %j', (text) => {
  const found: ProseElement[] = []
  const gather = (nodes: readonly ProseNode[]): void => {
    for (const node of nodes) {
      if (typeof node === 'string') continue
      found.push(node)
      gather(node.children)
    }
  }
  gather(prose(text))
  for (const { href } of found) expect(href ?? '').toMatch(/^$|^https:\/\/evil\.example(\/a\.png)?$/)
  expect(found.map(({ tag }): string => tag)).not.toContain('img')
})

test('any random text produces only links to http, https and mailto', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '[',
      '](',
      ')',
      '<',
      '>',
      '*',
      '_',
      '`',
      '\n',
      '- ',
      '1. ',
      'javascript:',
      'https://a.gt',
      'data:',
      '&#x6a;',
      '\\',
      '!',
    ),
    fc.string({ maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const check = (nodes: readonly ProseNode[]): void => {
        for (const node of nodes) {
          if (typeof node === 'string') continue
          expect(node.href ?? 'https:').toMatch(/^(https?|mailto):/)
          check(node.children)
        }
      }
      check(prose(pieces.join('')))
    }),
    { numRuns: 2000 },
  )
})

test.each(['*a **b '.repeat(1400), '- '.repeat(5000), '*'.repeat(10_000), '[a]('.repeat(2500), '<'.repeat(10_000)])(
  'a text full of markup produces a tree of limited depth and size',
  (text) => {
    const closed = text + 'b** a*'.repeat(1400)
    for (const hostile of [text, closed.slice(0, 10_000)]) {
      const depth = (nodes: readonly ProseNode[]): number =>
        Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depth(node.children))))
      expect(depth(prose(hostile))).toBeLessThan(30)
      expect(JSON.stringify(prose(hostile)).length).toBeLessThan(10 * hostile.length)
    }
  },
)

test('calendar files contain plain text without markup', () => {
  expect(plainText('**Hola**:\n- [el sitio](https://a.gt)\n- https://b.gt\n\n3. c')).toBe(
    'Hola:\n\n- el sitio (https://a.gt)\n- https://b.gt\n\n3. c',
  )
})

test('shows a text with too many markup characters unformatted', () => {
  const honest = '- [el sitio](https://a.gt) y *más*\n'.repeat(80)
  expect(written(prose(honest))).toContain('<a https://a.gt>el sitio</a> y <em>más</em>')
  for (const hostile of [
    `${'*['.repeat(251)}a](https://a.gt)`,
    `a${'\n- b'.repeat(501)}`,
    `a${'\n# b'.repeat(501)}`,
    `a${'\n1. b'.repeat(501)}`,
  ])
    expect(prose(`${hostile}\n\n${hostile}`)).toEqual([
      { tag: 'p', children: [hostile] },
      { tag: 'p', children: [hostile] },
    ])
})
