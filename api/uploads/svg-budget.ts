/**
 * How much a drawing makes a browser draw. What is shown by reference (`use`, patterns, masks, markers …) is drawn again at
 * each reference, and references multiply: a thousand characters can ask for a million shapes.
 */
import { XmlElement } from '@rgrove/parse-xml'

/** Elements that a browser may have to draw, references followed: it takes a phone about a second. */
const budget = 50_000

/** Elements in each other, or references to references: more would exhaust the stack of whoever follows them, ours too. */
const maxDepth = 200

/** What needs a picture of its own before it can be painted. */
const layers = new Set(['mask', 'filter', 'pattern'])
const layerCost = 10

export const tooDeep = 'demasiados niveles, uno dentro de otro'
const tooMany = 'demasiados elementos'
const repeated = 'demasiadas figuras que se repiten'

/** What a drawing has too much of, in Spanish, before it is parsed; null when there is nothing. */
export function excessInText(text: string): string | null {
  let elements = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) if (text[at + 1] !== '/') elements++
  return elements > budget ? tooMany : null
}

/** The same for a parsed drawing, with every reference followed. */
export function excess(root: XmlElement): string | null {
  if (!isShallow(root, maxDepth)) return tooDeep
  const elements = [...all(root)]
  const byId = new Map(elements.toReversed().map((element) => [element.attributes.id, element]))
  const rules = elements.flatMap((element) => (element.name === 'style' ? rulesOf(element.text) : []))
  if (rules.length * elements.length > 40 * budget) return tooMany
  const costs = new Map<XmlElement, number>()

  /** An element with all in it and all that it refers to; infinite when it refers to itself. */
  function costOf(element: XmlElement, depth: number): number {
    const known = costs.get(element)
    if (known !== undefined) return known
    // Until it is known: who comes back here from below goes in a circle.
    costs.set(element, Number.POSITIVE_INFINITY)
    const referred = (id: string) => {
      const target = byId.get(id)
      return target ? costOf(target, depth + 1) : 0
    }
    const total = (costsOfParts: number[]) => costsOfParts.reduce((sum, cost) => sum + cost, 0)
    const children = childrenOf(element).map((child) => costOf(child, depth + 1))
    const refs = [...refsOf(element), ...rules.flatMap((rule) => (applies(rule, element) ? rule.refs : []))]
    const marks = markersOf(element).map((id) => referred(id) * cornersIn(element))
    const own = layers.has(element.name) ? layerCost : 1
    const cost = depth > 5 * maxDepth ? Number.POSITIVE_INFINITY : own + total([...children, ...refs.map(referred), ...marks])
    costs.set(element, cost)
    return cost
  }
  return costOf(root, 0) > budget ? repeated : null
}

function isShallow(element: XmlElement, depth: number): boolean {
  return depth > 0 && childrenOf(element).every((child) => isShallow(child, depth - 1))
}

const childrenOf = ({ children }: XmlElement) => children.filter((child) => child instanceof XmlElement)

function* all(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of childrenOf(element)) yield* all(child)
}

const urlsIn = (text: string) => [...text.matchAll(/url\(\s*['"]?#([\w.:-]+)/gi)].map(([, id = '']) => id)

const isMarker = (name: string) => name.startsWith('marker-') || name === 'marker'

/** The ids that an element names, one for each time. */
function refsOf({ attributes }: XmlElement): string[] {
  const linked = attributes.href ?? attributes['xlink:href']
  const urls = Object.entries(attributes).flatMap(([name, value]) => (isMarker(name) ? [] : urlsIn(value)))
  return linked?.startsWith('#') ? [linked.slice(1), ...urls] : urls
}

const markersOf = ({ attributes }: XmlElement) =>
  Object.entries(attributes).flatMap(([name, value]) => (isMarker(name) ? urlsIn(value) : []))

/** The corners of a line, at most: a marker is drawn at each. A group's lines are taken for long ones. */
function cornersIn({ attributes: { d, points } }: XmlElement): number {
  const line = d ?? points
  return line === undefined ? 100 : 2 + line.split(/\d+/).length
}

type Rule = { refs: string[]; isForAll: boolean; names: ReadonlySet<string> }

/** The rules of a style sheet that refer to something, with the names that occur in their selectors. */
function rulesOf(css: string): Rule[] {
  return css.split('}').flatMap((rule) => {
    const refs = urlsIn(rule)
    if (refs.length === 0) return []
    const selector = rule.slice(0, rule.lastIndexOf('{'))
    return { refs, isForAll: /[*:[&]/.test(selector), names: new Set(selector.match(/[^\s,>+~{.#]+/g)) }
  })
}

/** Whether a rule may be meant for an element; rather yes than no. */
function applies({ isForAll, names }: Rule, { name, attributes: { id = '', class: classes = '' } }: XmlElement): boolean {
  return isForAll || names.has(name) || names.has(id) || classes.split(/\s+/).some((word) => names.has(word))
}
