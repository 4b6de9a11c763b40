/**
 * SVGs are documents that can run scripts. The stored file is written from a parsed tree, with allowed elements and
 * attributes only: nothing else gets into the result, however a browser would read the original.
 */
import { parseXml, XmlElement, type XmlNode, XmlProcessingInstruction, XmlText } from '@rgrove/parse-xml'
import { uploadMessages } from '../../data/uploads.ts'
import { Refusal } from './refusal.ts'
import { excess, excessInText, tooDeep } from './svg-budget.ts'
import { attributes, cssFunctions, elements, isEditorMetadata } from './svg-names.ts'

const namespace = 'http://www.w3.org/2000/svg'

/**
 * The SVG in `bytes` (UTF-8), written anew from what it may contain. Throws a Refusal: 415 when it is no SVG, 422 with
 * the name of the part that is not taken.
 */
export function cleanSvg(bytes: Uint8Array): string {
  const root = parse(bytes)
  if (root.name !== 'svg' || root.attributes.xmlns !== namespace) throw new Refusal(415, uploadMessages.imageType.text)
  refuseExcess(excess(root))
  return write(root, true)
}

/** A document type as the standard has it. With an internal subset it could define what grows without end or hides. */
const plainDoctype =
  /<!DOCTYPE\s+svg(\s+(PUBLIC\s+("[^"<>[]{0,200}"|'[^'<>[]{0,200}')|SYSTEM)\s+("[^"<>[]{0,200}"|'[^'<>[]{0,200}'))?\s*>/

function parse(bytes: Uint8Array): XmlElement {
  const text = decode(bytes).replace(plainDoctype, '')
  if (!/<svg[\s>/]/.test(text)) throw new Refusal(415, uploadMessages.imageType.text)
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw refused('una declaración DOCTYPE')
  refuseExcess(excessInText(text))
  try {
    const document = parseXml(text)
    for (const node of document.children) {
      if (node instanceof XmlProcessingInstruction && node.name === 'xml-stylesheet') throw refused('una hoja de estilo externa')
    }
    if (document.root) return document.root
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof RangeError) refuseExcess(tooDeep)
  }
  throw new Refusal(415, uploadMessages.imageType.text)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal(415, uploadMessages.imageType.text)
  }
}

function write({ name, attributes: given, children }: XmlElement, isRoot = false): string {
  if (!elements.has(name)) throw refused(`<${name}>`)
  const kept = Object.entries(given).map(([key, value]) => writeAttribute(key, value))
  const open = [name, isRoot ? `xmlns="${namespace}"` : '', ...kept].filter(Boolean).join(' ')
  const content = name === 'style' ? writeStyle(children) : children.map(writeChild).join('')
  return `<${open}>${content}</${name}>`
}

function writeChild(child: XmlNode): string {
  if (child instanceof XmlElement) return isEditorMetadata(child.name) ? '' : write(child)
  // Comments and instructions are for programs. CDATA is text.
  return child instanceof XmlText ? escaped(child.text) : ''
}

/** A style as browsers read it, its pieces of text joined: what stands between them is no part of it, and left out. */
function writeStyle(children: XmlNode[]): string {
  const written = children.map((child) => (child instanceof XmlText ? child.text : '')).join('')
  if (written.length > maxStyle) refuseExcess('demasiado CSS')
  // A picture loads no typeface. What is left is what is looked at, and what is stored.
  const css = written.replace(/@font-face\s{0,20}\{[^{}]*\}/gi, '')
  checkCss(css, '<style>')
  return escaped(css)
}

/** An attribute as it goes into the result; empty when it is left out. */
function writeAttribute(name: string, value: string): string {
  if (name === 'xmlns') {
    if (value !== namespace) throw refused('elementos de otro lenguaje')
    return ''
  }
  if (name === 'href' || name === 'xlink:href') {
    if (!/^#[\w.:-]+$/.test(value)) throw refused('un enlace o archivo externo')
    return `href="${value}"`
  }
  if (isEditorMetadata(name)) return ''
  if (!attributes.has(name)) throw refused(`el atributo ${name}`)
  if (name === 'style' && value.length > maxStyle) refuseExcess('demasiado CSS')
  if (name !== 'id' && name !== 'class') checkCss(value, `el atributo ${name}`)
  return `${name}="${escaped(value)}"`
}

/** More than any drawing program writes; a path may be longer. */
const maxStyle = 100_000

/** Refuses styles that could load something. Escapes are refused because they can spell anything, rules because of @import. */
function checkCss(css: string, where: string): void {
  const rest = css.replace(/url\(\s*(['"]?)#[\w.:-]+\1\s*\)/gi, '')
  if (/[@\\<]|javascript:|data:/i.test(rest) || !calledIn(rest).every((name) => cssFunctions.has(name))) {
    throw refused(`${where} con contenido externo o activo`)
  }
}

/** The names in front of each parenthesis, in small letters. Looked for backwards, so that a long word is read once. */
function calledIn(css: string): string[] {
  const before = css.split('(').slice(0, -1)
  return before.map((part) => /[\w-]*$/.exec(part.trimEnd().slice(-maxName))?.[0].toLowerCase() ?? '').filter(Boolean)
}

/** Longer than the name of any function. */
const maxName = 100

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '&#9;', '\r': '&#13;' }

const escaped = (text: string) => text.replace(/[&<>"\t\r]/g, (character) => escapes[character] ?? '')

/** Throws a Refusal when there is too much of something. */
function refuseExcess(what: string | null): void {
  if (what) throw new Refusal(422, `El SVG es demasiado complejo: tiene ${what}. Simplifícalo o expórtalo como PNG.`)
}

function refused(part: string): Refusal {
  return new Refusal(422, `El SVG contiene ${part}, que no se admite. Expórtalo como SVG simple o como PNG.`)
}
