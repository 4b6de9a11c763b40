import { parseXml, XmlElement, type XmlNode, XmlProcessingInstruction, XmlText } from '@rgrove/parse-xml'
import { uploadMessages } from '../../data/uploads.ts'
import { Refusal } from './refusal.ts'
import { excess, excessInText, tooDeep } from './svg-budget.ts'
import { attributes, cssFunctions, elements, isEditorMetadata } from './svg-names.ts'

const namespace = 'http://www.w3.org/2000/svg'

/**
 * Returns a cleaned copy of the SVG. Throws a Refusal: 415 if it is not an SVG, 422 if it is too complex or has active or
 * external content.
 */
export function cleanSvg(bytes: Uint8Array): string {
  const root = parse(bytes)
  if (root.name !== 'svg' || root.attributes.xmlns !== namespace) throw new Refusal(415, uploadMessages.imageType.text)
  refuseExcess(excess(root))
  return write(root, true)
}

/** Accepts entities in the document type, because Illustrator's files define them there. */
const doctype =
  /<!DOCTYPE\s+svg(?:\s+(?:PUBLIC\s+(?:"[^"<>[]{0,200}"|'[^'<>[]{0,200}')|SYSTEM)\s+(?:"[^"<>[]{0,200}"|'[^'<>[]{0,200}'))?\s*(?:\[((?:\s|<!ENTITY\s[^<>]{0,2000}>|<!--(?:[^-]|-[^-]){0,2000}-->)*)\]\s*)?>/

/** Matches only entities whose text refers to no other entity, because such references could multiply the text. */
const entity = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"&%]*)"|'([^'&%]*)')\s*>/g

const maxEntityCharacters = 1_000_000

function entitiesOf(subset: string): ((reference: string) => string | undefined) | null {
  const definitions = subset.replace(/<!--.*?-->/gs, '')
  if (definitions.replace(entity, '').trim()) return null
  const values = new Map(
    [...definitions.matchAll(entity)].map(([, name, double, single]) => [`&${name};`, double ?? single ?? '']),
  )
  let characters = 0
  return (reference) => {
    const value = values.get(reference)
    characters += value?.length ?? 0
    if (characters > maxEntityCharacters) refuseExcess('demasiado texto que se repite')
    return value
  }
}

function parse(bytes: Uint8Array): XmlElement {
  const source = decode(bytes)
  const resolveUndefinedEntity = entitiesOf(doctype.exec(source)?.[1] ?? '')
  const text = source.replace(doctype, '')
  if (!/<svg[\s>/]/.test(text)) throw new Refusal(415, uploadMessages.imageType.text)
  if (!resolveUndefinedEntity || /<!(DOCTYPE|ENTITY)/i.test(text)) throw refused('una declaración DOCTYPE')
  refuseExcess(excessInText(text))
  try {
    const document = parseXml(text, { resolveUndefinedEntity })
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

function write({ name, attributes: sourceAttributes, children }: XmlElement, isRoot = false): string {
  if (!elements.has(name)) throw refused(`<${name}>`)
  const writtenAttributes = Object.entries(sourceAttributes).map(([key, value]) => writeAttribute(key, value))
  const open = [name, isRoot ? `xmlns="${namespace}"` : '', ...writtenAttributes].filter(Boolean).join(' ')
  const content = name === 'style' ? writeStyle(children) : children.map(writeChild).join('')
  return `<${open}>${content}</${name}>`
}

function writeChild(child: XmlNode): string {
  if (child instanceof XmlElement) return isEditorMetadata(child.name) ? '' : write(child)
  return child instanceof XmlText ? escaped(child.text) : ''
}

function writeStyle(children: XmlNode[]): string {
  const written = children.map((child) => (child instanceof XmlText ? child.text : '')).join('')
  if (written.length > maxStyleLength) refuseExcess('demasiado CSS')
  const css = written.replace(/@font-face\s{0,20}\{[^{}]*\}/gi, '')
  checkCss(css, '<style>')
  return escaped(css)
}

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
  if (name === 'style' && value.length > maxStyleLength) refuseExcess('demasiado CSS')
  if (name !== 'id' && name !== 'class') checkCss(value, `el atributo ${name}`)
  return `${name}="${escaped(value)}"`
}

const maxStyleLength = 100_000

/** Refuses escapes, `@import`, `javascript:`, `data:` and functions that are not in `cssFunctions`. */
function checkCss(css: string, where: string): void {
  const rest = css.replace(/url\(\s*(['"]?)#[\w.:-]+\1\s*\)/gi, '')
  if (/[@\\<]|javascript:|data:/i.test(rest) || !calledIn(rest).every((name) => cssFunctions.has(name))) {
    throw refused(`${where} con contenido externo o activo`)
  }
}

function calledIn(css: string): string[] {
  const before = css.split('(').slice(0, -1)
  return before.map((part) => /[\w-]*$/.exec(part.trimEnd().slice(-maxNameLength))?.[0].toLowerCase() ?? '').filter(Boolean)
}

const maxNameLength = 100

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '&#9;', '\r': '&#13;' }

const escaped = (text: string) => text.replace(/[&<>"\t\r]/g, (character) => escapes[character] ?? '')

function refuseExcess(what: string | null): void {
  if (what) throw new Refusal(422, `El SVG es demasiado complejo: tiene ${what}. Simplifícalo o expórtalo como PNG.`)
}

function refused(part: string): Refusal {
  return new Refusal(422, `El SVG contiene ${part}, que no se admite. Expórtalo como SVG simple o como PNG.`)
}
