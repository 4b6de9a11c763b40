import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { othersFirst } from '../system/timing.ts'
import { createParts, type Rendering, TookTooLong, unkeptParts } from './parts.ts'

const component = {}

/** `rendered` has the props of the parts that were not cached. */
async function page(rendering: Rendering, each: object[], of: object = component) {
  const rendered: object[] = []
  const text = await rendering.parts.textOf(of, each, (props) => {
    rendered.push(props)
    return `<p>${JSON.stringify(props)}</p>`
  })
  const { pieces, hashes } = rendering.assemble(`<main>${text}</main>`)
  return { html: Buffer.concat(pieces).toString(), hashes, rendered }
}

test('renders a cached part of the page again only after its props changed', async () => {
  const parts = createParts()
  const first = parts.begin()
  expect((await page(first, [{ name: 'Ana' }, { name: 'Luis' }])).html).toBe(
    '<main><p>{"name":"Ana"}</p><p>{"name":"Luis"}</p></main>',
  )
  first.keep()
  const again = await page(parts.begin(), [{ name: 'Luis' }, { name: 'Ana María' }, { name: 'Ana' }])
  expect(again.rendered).toEqual([{ name: 'Ana María' }])
  expect(again.html).toBe('<main><p>{"name":"Luis"}</p><p>{"name":"Ana María"}</p><p>{"name":"Ana"}</p></main>')
})

test('notices changes deep inside the props of a cached part of the page', async () => {
  const parts = createParts()
  const first = parts.begin()
  const before = { speakers: [{ id: '1', name: 'Ana' }], title: '1' }
  await page(first, [before])
  first.keep()
  const equal = { speakers: [{ id: '1', name: 'Ana' }], title: '1' }
  expect((await page(parts.begin(), [equal])).rendered).toEqual([])
  const others = [
    { ...before, title: 1 },
    { ...before, speakers: [] },
    { ...before, speakers: [{ id: '1', name: 'Ana', bio: '' }] },
    { ...before, image: undefined },
  ]
  expect((await page(parts.begin(), others)).rendered).toEqual(others)
})

test('two components with equal props do not share a cache entry', async () => {
  const parts = createParts()
  const first = parts.begin()
  await page(first, [{ name: 'Ana' }])
  first.keep()
  expect((await page(parts.begin(), [{ name: 'Ana' }], {})).rendered).toHaveLength(1)
})

test('freezes the props of a cached part of the page', async () => {
  const speaker = { name: 'Ana' }
  await page(createParts().begin(), [{ speaker }])
  expect(() => Object.assign(speaker, { name: 'Luis' })).toThrow(TypeError)
})

test('a cached part of the page can contain another cached part', async () => {
  const parts = createParts()
  const list = {}
  const publish = async (names: string[]) => {
    const rendering = parts.begin()
    const rendered: string[] = []
    const text = await rendering.parts.textOf(list, [{ names }], async () => {
      rendered.push('list')
      const each = names.map((name) => ({ name }))
      return rendering.parts.textOf(component, each, ({ name }) => {
        rendered.push(name)
        return name
      })
    })
    rendering.assemble(text)
    rendering.keep()
    return rendered
  }
  expect(await publish(['Ana', 'Luis'])).toEqual(['list', 'Ana', 'Luis'])
  expect(await publish(['Ana', 'Luis'])).toEqual([])
  expect(await publish(['Ana', 'Luis', 'Eva'])).toEqual(['list', 'Eva'])
  expect(await publish(['Luis'])).toEqual(['list'])
  expect(await publish(['Ana', 'Luis'])).toEqual(['list', 'Ana'])
})

test('caches parts of the page only if the rendering calls keep()', async () => {
  const parts = createParts()
  await page(parts.begin(), [{ name: 'Ana' }])
  expect((await page(parts.begin(), [{ name: 'Ana' }])).rendered).toHaveLength(1)
})

test('the content policy includes the scripts and styles of cached parts of the page', async () => {
  const parts = createParts()
  const styled = async (rendering: Rendering) =>
    rendering.assemble(await rendering.parts.textOf(component, [{}], () => '<style>a{}</style>')).hashes
  const first = parts.begin()
  const hashes = await styled(first)
  first.keep()
  expect([...hashes]).toEqual(["'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='"])
  expect(await styled(parts.begin())).toEqual(hashes)
})

test('renders the parts of a page also without a cache of parts', async () => {
  expect(await unkeptParts.textOf(component, [{ n: 1 }, { n: 2 }], ({ n }) => `${n};`)).toBe('1;2;')
})

test('throws for a cached part of the page with a React island', async () => {
  const island = () => '<section><astro-island uid="1"></astro-island></section>'
  for (const { textOf } of [createParts().begin().parts, unkeptParts])
    await expect(textOf(component, [{ name: 'Ana' }], island)).rejects.toThrow('cannot have an island')
})

const render = () => {
  const start = performance.now()
  while (performance.now() - start < 4);
  return '<p></p>'
}
const hundred = Array.from({ length: 100 }, (_, index) => ({ index }))

test.each([
  ['after other work', () => wait(20)],
  ['just after a turn of other work', () => wait(20).then(othersFirst)],
])('answers other requests during a long rendering that began %s', async (_, before) => {
  await before()
  let [turns, isOver] = [0, false]
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const { parts } = createParts().begin()
  await Promise.all(hundred.map((props) => parts.textOf(component, [props], render)))
  isOver = true
  expect(turns).toBeGreaterThan(20)
})

test('stops rendering a page after its time limit', async () => {
  const { parts } = createParts().begin(40)
  await expect(parts.textOf(component, hundred, render)).rejects.toThrow(TookTooLong)
})
