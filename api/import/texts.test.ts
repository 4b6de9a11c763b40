import { expect, test } from 'vitest'
import { inOneLanguage, plainFromHtml } from './texts.ts'

test.each([
  [
    'entities, links and addresses',
    '<p>Dise&ntilde;o &mdash; ver <a href="https://ejemplo.gt/a">aqu&iacute;</a> y <https://ejemplo.gt/b></p>',
    'Diseño — ver [aquí](https://ejemplo.gt/a) y https://ejemplo.gt/b',
  ],
  ['entities without a tag', 'Caf&eacute; &#8212; &#x2713; &hellip; AT&T', 'Café — ✓ … AT&T'],
  ['a link whose text is its URL', '<a href="https://ejemplo.gt/">https://ejemplo.gt</a>', 'https://ejemplo.gt/'],
  ['a link to an e-mail', 'Escribe a <a href="mailto:hola@ejemplo.gt">hola@ejemplo.gt</a>', 'Escribe a hola@ejemplo.gt'],
  ['a link with brackets', '<a href=https://ejemplo.gt/a(b)>[1]</a>', '[\\[1\\]](<https://ejemplo.gt/a(b)>)'],
  ['a link that would run code', '<a href="javascript:alert(1)">aquí</a>', 'aquí'],
  ['code in Markdown', 'Usa `<a>` y `<div>`; en C: `if (a<b && c>d)`.', 'Usa `<a>` y `<div>`; en C: `if (a<b && c>d)`.'],
  ['fenced code beside a tag', '```\n<p>hola</p>\n```\n<b>Fin</b>', '```\n<p>hola</p>\n```\n**Fin**'],
  ['code that looks like tags', 'List<String> y a<b && c>d', 'List<String> y a<b && c>d'],
  ['code in HTML', '<p>Usa <code>&lt;div&gt;</code></p><pre>a &lt; b\n  c</pre>', 'Usa `<div>`\n\n`a < b`\n`  c`'],
  [
    'emphasis and headings',
    '<h2>Redes</h2><p>Muy <strong> rápidas </strong>y <em>sanas</em></p>',
    '**Redes**\n\nMuy **rápidas** y *sanas*',
  ],
  ['lists in lists', '<ol><li>uno</li><li>dos<ul><li>a</li><li>b</li></ul></li></ol>', '1. uno\n2. dos\n   - a\n   - b'],
  ['line breaks and paragraphs', '<p>Una\nlínea</p>\n<p>otra<br>más</p><script>x()</script>', 'Una línea\n\notra\nmás'],
  ['quotes in LaTeX style', "<p>``uno''</p><p>``dos''</p>", "``uno''\n\n``dos''"],
  ['no HTML at all', ' a < b\n\n\n- c > d ', ' a < b\n\n\n- c > d '],
])('converts HTML with %s to the text that the page shows', (_, html, expected) => {
  expect(plainFromHtml(html)).toBe(expected)
})

test('converts HTML with unclosed tags without delay', () => {
  for (const part of ['<a href="', '<a b', '`', '``', '<!--', '<script>', '<a a=', '&', '<b>'])
    expect(plainFromHtml(part.repeat(20_000)).length).toBeGreaterThan(-1)
})

test.each([
  [{ es: '', en: 'Networks' }, 'Networks'],
  [{ es: null, ja: '網' }, '網'],
  [{ en: 'Networks', es: 'Redes' }, 'Redes'],
  [[], ''],
  [null, ''],
])('takes the Spanish version of a multilingual text, or else the first that is not empty', (value, expected) => {
  expect(inOneLanguage(value)).toBe(expected)
})
