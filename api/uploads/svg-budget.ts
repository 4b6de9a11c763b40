import { XmlElement } from '@rgrove/parse-xml'

const maxElements = 50_000

/** A deeper drawing would exceed the stack. */
const maxDepth = 200

const layers = new Set(['mask', 'filter', 'pattern'])
const layerElementCount = 10

export const tooDeep = 'demasiados niveles, uno dentro de otro'
const tooMany = 'demasiados elementos'
const repeated = 'demasiadas figuras que se repiten'

export function excessInText(text: string): string | null {
  let elements = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) if (text[at + 1] !== '/') elements++
  return elements > maxElements ? tooMany : null
}

/**
 * Returns the reason in Spanish if the drawing is too large or too deep, else null. Counts each element as often as it is drawn.
 */
export function excess(root: XmlElement): string | null {
  if (!isShallow(root, maxDepth)) return tooDeep
  const elements = [...all(root)]
  const byId = new Map(elements.toReversed().map((element) => [element.attributes.id, element]))
  const rules = elements.flatMap((element) => (element.name === 'style' ? rulesOf(element.text) : []))
  if (rules.length * elements.length > 40 * maxElements) return tooMany
  const costs = new Map<XmlElement, number>()

  /** Returns the number of elements that are drawn. It is infinite if the element refers to itself. */
  function costOf(element: XmlElement, depth: number): number {
    const knownCost = costs.get(element)
    if (knownCost !== undefined) return knownCost
    costs.set(element, Number.POSITIVE_INFINITY)
    const referred = (id: string) => {
      const target = byId.get(id)
      return target ? costOf(target, depth + 1) : 0
    }
    const total = (costsOfParts: number[]) => costsOfParts.reduce((sum, cost) => sum + cost, 0)
    const children = childrenOf(element).map((child) => costOf(child, depth + 1))
    const refs = [...refsOf(element), ...rules.flatMap((rule) => (applies(rule, element) ? rule.refs : []))]
    const marks = markersOf(element).map((id) => referred(id) * cornersIn(element))
    const ownCost = layers.has(element.name) ? layerElementCount : 1
    const cost = depth > 5 * maxDepth ? Number.POSITIVE_INFINITY : ownCost + total([...children, ...refs.map(referred), ...marks])
    costs.set(element, cost)
    return cost
  }
  return costOf(root, 0) > maxElements ? repeated : null
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

function refsOf({ attributes }: XmlElement): string[] {
  const linked = attributes.href ?? attributes['xlink:href']
  const urls = Object.entries(attributes).flatMap(([name, value]) => (isMarker(name) ? [] : urlsIn(value)))
  return linked?.startsWith('#') ? [linked.slice(1), ...urls] : urls
}

const markersOf = ({ attributes }: XmlElement) =>
  Object.entries(attributes).flatMap(([name, value]) => (isMarker(name) ? urlsIn(value) : []))

function cornersIn({ attributes: { d, points } }: XmlElement): number {
  const line = d ?? points
  return line === undefined ? 100 : 2 + line.split(/\d+/).length
}

type Rule = { refs: string[]; isForAll: boolean; names: ReadonlySet<string> }

function rulesOf(css: string): Rule[] {
  return css.split('}').flatMap((rule) => {
    const refs = urlsIn(rule)
    if (refs.length === 0) return []
    const selector = rule.slice(0, rule.lastIndexOf('{'))
    return { refs, isForAll: /[*:[&]/.test(selector), names: new Set(selector.match(/[^\s,>+~{.#]+/g)) }
  })
}

function applies({ isForAll, names }: Rule, { name, attributes: { id = '', class: classes = '' } }: XmlElement): boolean {
  return isForAll || names.has(name) || names.has(id) || classes.split(/\s+/).some((word) => names.has(word))
}
