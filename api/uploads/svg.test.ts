import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'
import { cleanSvg } from './svg.ts'

const ns = 'xmlns="http://www.w3.org/2000/svg"'
const clean = (text: string) => cleanSvg(Buffer.from(text))

function refusal(text: string): { status: number; message: string } {
  try {
    clean(text)
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, message: error.message }
    throw error
  }
  throw new Error('it was taken')
}

test('a harmless SVG stays unchanged', () => {
  const svg =
    `<svg ${ns} viewBox="0 0 180 50" width="180"><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"></stop></linearGradient>` +
    '<style>.b{fill:url(#a);stroke:rgb(0 0 0 / 50%)}</style></defs><g transform="translate(3 4)" style="fill:#123">' +
    '<path class="b" d="M0 0h3z" fill="url(#a)"></path><use href="#c"></use><text>A &amp; B &lt; C</text></g></svg>'
  expect(clean(svg)).toBe(svg)
})

test('metadata of drawing programs is removed from an SVG', () => {
  const svg = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
    <!-- Generator: Adobe Illustrator -->
    <svg ${ns} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
      xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" inkscape:version="1.3" xml:space="preserve">
      <sodipodi:namedview inkscape:zoom="2"/><metadata><rdf:RDF xmlns:rdf="x"><dc:title/></rdf:RDF></metadata>
      <g id="Layer (1)" data-name="Layer 1" aria-label="x"><use xlink:href="#a"/></g></svg>`
  expect(clean(svg).replaceAll(/>\s+</g, '><')).toBe(`<svg ${ns}><g id="Layer (1)"><use href="#a"></use></g></svg>`)
})

test('the doctype, zoomAndPan and @font-face are removed from an SVG', () => {
  const types = [
    '<!DOCTYPE svg>',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
    "<!DOCTYPE svg SYSTEM 'about:legacy-compat'>",
  ]
  const style = '<style>@font-face { font-family: "A"; src: url(https://evil.gt/a.woff2) }.a{fill:#123}</style>'
  for (const type of types)
    expect(clean(`${type}<svg ${ns} zoomAndPan="magnify">${style}<g class="a"/></svg>`)).toBe(
      `<svg ${ns}><style>.a{fill:#123}</style><g class="a"></g></svg>`,
    )
})

test.each([
  [
    'namespaces and styles of Illustrator',
    `<?xml version="1.0"?><!-- Generator: Adobe Illustrator -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_svg "http://www.w3.org/2000/svg">
	<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
	<!ENTITY st0 "fill:#0A7D5A;">
]>
<svg xmlns="&ns_svg;" xmlns:x="&ns_extend;"><g style="&st0;"/></svg>`,
    `<svg ${ns}><g style="fill:#0A7D5A;"></g></svg>`,
  ],
  [
    'an entity in single quotes, beside a comment',
    `<!DOCTYPE svg [<!-- it's - so --><!ENTITY x 'a"b'>]><svg ${ns} id="&x;"/>`,
    `<svg ${ns} id="a&quot;b"></svg>`,
  ],
  ['an empty list of entities', `<!DOCTYPE svg PUBLIC "a" "b" []><svg ${ns}/>`, `<svg ${ns}></svg>`],
  [
    'an entity in a text',
    `<!DOCTYPE svg [<!ENTITY firma "Tejidos Sololá">]><svg ${ns}><text>&firma; &amp; hijos</text></svg>`,
    `<svg ${ns}><text>Tejidos Sololá &amp; hijos</text></svg>`,
  ],
])("replaces the entities of an SVG's document type with their texts: %s", (_, svg, result) => {
  expect(clean(svg)).toBe(result)
})

test('keeps escaped text and CDATA of an SVG as text', () => {
  const svg = `<svg ${ns}><title>&lt;script&gt;</title><text id="&quot;&gt;&lt;script&gt;"><![CDATA[<script>alert(1)</script>]]></text></svg>`
  const result = clean(svg)
  expect(result).not.toContain('<script')
  expect(clean(result)).toBe(result)
})

const inside = (content: string) => `<svg ${ns} xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`

test.each([
  ['a script', inside('<script>alert(1)</script>'), '<script>'],
  ['a script under another prefix', inside('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'), '<s:script>'],
  ['an event handler', `<svg ${ns} onload="alert(1)"/>`, 'onload'],
  ['an event handler in capitals', inside('<g ONLOAD="alert(1)"/>'), 'ONLOAD'],
  ['a foreignObject', inside('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'), '<foreignObject>'],
  ['an element of another namespace', inside('<g xmlns="http://www.w3.org/1999/xhtml"/>'), 'otro lenguaje'],
  ['a link', inside('<a href="https://evil.gt"><text>x</text></a>'), '<a>'],
  [
    'an animation of a link',
    inside('<use href="#a"><animate attributeName="href" values="javascript:alert(1)"/></use>'),
    '<animate>',
  ],
  ['a set element for a link', inside('<use href="#a"><set attributeName="href" to="javascript:alert(1)"/></use>'), '<set>'],
  ['an image', inside('<image href="https://evil.gt/x.png"/>'), '<image>'],
  ['a filter that loads an image', inside('<filter><feImage href="https://evil.gt/x"/></filter>'), '<feImage>'],
  ['a reference to another site', inside('<use href="https://evil.gt/x.svg#a"/>'), 'externo'],
  ['a reference with a data URL', inside('<use xlink:href="data:image/svg+xml;base64,AAAA#a"/>'), 'externo'],
  ['a reference that runs a script', inside('<use xlink:href="jAva&#x9;script:alert(1)"/>'), 'externo'],
  ['a URL in an attribute', inside('<g fill="url(https://evil.gt/x#a)"/>'), 'fill'],
  ['a URL in a style', inside('<g style="fill:url( &quot;//evil.gt/x&quot; )"/>'), 'style'],
  ['an import', inside('<style>@import "https://evil.gt/x.css";</style>'), '<style>'],
  ['an import beside a font', inside('<style>@font-face{font-family:a}@import "https://evil.gt/x.css";</style>'), '<style>'],
  ['an import that a font hides', inside('<style>@im@font-face{}port "https://evil.gt/x.css";</style>'), '<style>'],
  ['a font that does not end', inside('<style>@font-face{font-family:a;src:url(https://evil.gt/x)</style>'), '<style>'],
  ['a font inside a media rule', inside('<style>@media all{@font-face{src:url(x)}}</style>'), '<style>'],
  ['an escaped URL in a style', inside('<style>g{fill:\\75rl(https://evil.gt/x)}</style>'), '<style>'],
  ['a URL without url()', inside('<style>g{mask:image-set("https://evil.gt/x" 1x)}</style>'), '<style>'],
  ['a style in CDATA', inside('<style><![CDATA[@import "x";]]></style>'), '<style>'],
  ['a base URL', inside('<g xml:base="https://evil.gt/"/>'), 'xml:base'],
  ['an entity from a file', `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg ${ns}>&a;</svg>`, 'DOCTYPE'],
  ['an entity made of another', `<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><svg ${ns}>&c;</svg>`, 'DOCTYPE'],
  ['a parameter entity', `<!DOCTYPE svg [<!ENTITY % a "b"> %a;]><svg ${ns}/>`, 'DOCTYPE'],
  ['markup in an entity', `<!DOCTYPE svg [<!ENTITY a "<script/>">]><svg ${ns}>&a;</svg>`, 'DOCTYPE'],
  ['another declaration', `<!DOCTYPE svg [<!ATTLIST g onload CDATA "alert(1)">]><svg ${ns}/>`, 'DOCTYPE'],
  [
    'an entity that is repeated too often',
    `<!DOCTYPE svg [<!ENTITY a "${'b'.repeat(1900)}">]><svg ${ns}>${'&a;'.repeat(600)}</svg>`,
    'se repite',
  ],
  [
    'a script in a style by an entity',
    `<!DOCTYPE svg [<!ENTITY a "url(https://evil.gt/x)">]><svg ${ns} style="fill:&a;"/>`,
    'style',
  ],
  ['an entity outside the document type', `<!DOCTYPE svg><!ENTITY a "b"><svg ${ns}/>`, 'DOCTYPE'],
  ['two document types', `<!DOCTYPE svg><!DOCTYPE svg><svg ${ns}/>`, 'DOCTYPE'],
  ['an external style sheet', `<?xml-stylesheet href="https://evil.gt/x.css"?><svg ${ns}/>`, 'hoja de estilo'],
])('rejects an SVG with %s, and names the problem', (_, svg, part) => {
  const { status, message } = refusal(svg)
  expect([status, message]).toEqual([422, expect.stringContaining(part)])
})

test.each([
  ['HTML', '<html><body><svg></svg></body></html>'],
  ['an svg without a namespace', '<svg/>'],
  ['an svg in another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['broken markup', `<svg ${ns}><g></svg>`],
  ['an unknown entity', `<svg ${ns}>&nbsp;</svg>`],
  ['two roots', `<svg ${ns}/><svg ${ns}/>`],
  ['an attribute twice', `<svg ${ns} id="a" id="b"/>`],
])('rejects %s, because it is not an SVG', (_, svg) => {
  expect(refusal(svg).status).toBe(415)
})

test('rejects an SVG that is not UTF-8', () => {
  const utf16 = Buffer.from(`\ufeff<svg ${ns}/>`, 'utf16le')
  expect(() => cleanSvg(utf16)).toThrow(Refusal)
})
