import { expect, test } from 'vitest'
import { ownRows, ownWeave } from './own-weave.ts'

/** Returns the colours of 48 × 48 cells, the part of the woven pattern that a phone shows. */
function shown(name: string): number[] {
  const rows = ownRows(name)
  return Array.from({ length: 48 * 48 }, (_, index) => {
    const row = rows[Math.floor(index / 48) % rows.length] ?? []
    return row[(index % 48) % row.length] ?? 0
  })
}

test("spaces and capitals in the conference's name do not change the woven pattern", () => {
  expect(ownWeave('DevConf 2027')).toEqual(ownWeave(' devconf  2027'))
})

test('any two of 200 conference names give patterns that differ in a fifth of the cells', () => {
  const names = Array.from(
    { length: 200 },
    (_, index) => `${['DevConf', 'Jornadas', 'PyCon', 'Encuentro'][index % 4]} ${1900 + index}`,
  )
  const weaves = names.map(shown)
  let closest = 1
  for (const [index, one] of weaves.entries()) {
    for (const other of weaves.slice(index + 1)) {
      const differing = one.reduce((sum, yarn, at) => sum + Number(yarn !== other[at]), 0) / one.length
      closest = Math.min(closest, differing)
    }
  }
  expect(closest).toBeGreaterThan(0.2)
})

test('the woven pattern of any name has at least three layers and a small size', () => {
  for (let year = 1900; year < 2100; year++) {
    const { layers, width, height } = ownWeave(`Conferencia ${year}`)
    expect(layers.length).toBeGreaterThanOrEqual(3)
    expect(Math.max(width, height)).toBeLessThanOrEqual(120)
    expect(JSON.stringify(layers).length).toBeLessThan(12_000)
  }
})
