/**
 * Generates a woven pattern from the conference's name. It has mirrored bands as on a Guatemalan sash, and a unique figure in the
 * middle.
 */
import { createHash } from 'node:crypto'

/** Colours: 0 ground, 1 accent, 2 secondary, 3 paper. */
type Yarn = 0 | 1 | 2 | 3

const bandSizeCells = 24

type Rows = Yarn[][]

type Chance = (below: number) => number

function chanceOf(name: string): Chance {
  let bytes = Buffer.alloc(0)
  let round = 0
  return (below) => {
    if (bytes.length < 2) bytes = createHash('sha256').update(`${round++} ${name}`).digest()
    const number = bytes.readUInt16BE()
    bytes = bytes.subarray(2)
    return number % below
  }
}

export function ownRows(name: string): Rows {
  const chance = chanceOf(name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase())
  const grounds: Yarn[] = chance(3) === 0 ? [3, 0] : [0, 3]
  const lead: Yarn = chance(4) === 0 ? 2 : 1
  const second: Yarn = lead === 1 ? 2 : 1
  const makers = shuffled([zigzag, diamonds, steps, crosses, hourglasses, teeth, checks, bars], chance).slice(0, 2 + chance(2))
  const side: Rows[] = []
  for (const [index, make] of makers.entries()) {
    side.push(edge(chance, lead, second))
    const ground = grounds[index % 2] ?? 0
    side.push(make(chance, ground, index % 2 === 0 ? lead : second, index % 2 === 0 ? second : lead))
  }
  side.push(edge(chance, second, lead))
  const middle = figures(chance, chance(3) === 0 ? lead : (grounds[makers.length % 2] ?? 0), lead, second)
  const rows = [...side.flat(), ...middle, ...side.toReversed().flatMap((band) => band.toReversed())]
  return chance(5) < 2 ? upright(rows) : rows
}

const upright = (rows: Rows): Rows => (rows[0] ?? []).map((_, x) => rows.map((row) => row[x] ?? 0))

function shuffled<T>(items: T[], chance: Chance): T[] {
  const remaining = [...items]
  return items.map(() => remaining.splice(chance(remaining.length), 1)[0] as T)
}

/** The `x` of `cell` is the distance from the middle of the period, so that each figure is symmetric. */
function band(period: number, height: number, cell: (x: number, y: number) => Yarn): Rows {
  const middle = (period - 1) / 2
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: bandSizeCells }, (_, x) => cell(Math.abs((x % period) - middle), y)),
  )
}

const periodOf = (chance: Chance, from: readonly number[]) => from[chance(from.length)] ?? 12

function edge(chance: Chance, color: Yarn, other: Yarn): Rows {
  const colors = ([[color], [color, 3, other], [other], [color, other, color], [color, color]] as Yarn[][])[chance(5)] ?? [color]
  return colors.map((yarn) => Array.from({ length: bandSizeCells }, () => yarn))
}

type Maker = (chance: Chance, ground: Yarn, color: Yarn, other: Yarn) => Rows

const zigzag: Maker = (chance, ground, color, other) => {
  const period = periodOf(chance, [6, 8, 12])
  const thick = 1 + chance(2)
  const isDouble = chance(2) === 1
  const height = period / 2 + thick + (isDouble ? thick + 1 : 0) - 1
  return band(period, height, (x, y) => {
    const down = y - Math.floor(x)
    if (down >= 0 && down < thick) return color
    return isDouble && down > thick && down <= 2 * thick ? other : ground
  })
}

const diamonds: Maker = (chance, ground, color, other) => {
  const period = periodOf(chance, [6, 8, 12])
  const ring = 1 + chance(2)
  const height = period - 1
  return band(period, height, (x, y) => {
    const away = Math.floor(x) + Math.abs(y - (height - 1) / 2)
    if (away > period / 2 - 1) return ground
    return away > period / 2 - 1 - ring ? color : away < ring ? other : ground
  })
}

const steps: Maker = (chance, ground, color, other) => {
  const period = periodOf(chance, [8, 12, 24])
  const rise = period === 24 ? 2 : 1
  const height = Math.min(7, period / 2 / rise)
  return band(period, height, (x, y) => {
    const top = Math.floor(x / rise / (period / 2 / rise / height))
    return y > top ? color : y === top ? other : ground
  })
}

const crosses: Maker = (chance, ground, color, other) => {
  const period = periodOf(chance, [6, 8, 12])
  const arm = period / 2 - 1
  const height = 2 * arm
  const thick = 1 + chance(Math.max(1, arm - 2))
  return band(period, height, (x, y) => {
    const [across, down] = [x, Math.abs(y - (height - 1) / 2)]
    if (across > arm) return ground
    if (across < thick && down < thick) return other
    return across < thick || down < thick ? color : ground
  })
}

const hourglasses: Maker = (chance, ground, color, other) => {
  const period = periodOf(chance, [6, 8, 12])
  const height = period - 2
  return band(period, height, (x, y) => {
    const down = Math.abs(y - (height - 1) / 2)
    return x <= down - 0.5 || x < 1 ? color : x > down + period / 4 ? other : ground
  })
}

const teeth: Maker = (chance, ground, color, other) => {
  const period = periodOf(chance, [4, 6, 8])
  const height = period / 2 + 1
  return band(period, height, (x, y) => (Math.floor(x) >= height - 1 - y ? color : y === 0 ? other : ground))
}

const checks: Maker = (chance, ground, color) => {
  const size = 1 + chance(3)
  const height = size * (2 + chance(2))
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: bandSizeCells }, (_, x) => ((Math.floor(x / size) + Math.floor(y / size)) % 2 ? color : ground)),
  )
}

const bars: Maker = (chance, ground, color, other) => {
  const period = periodOf(chance, [4, 6, 8])
  const width = 1 + chance(period / 2 - 1)
  const height = 3 + chance(3)
  return band(period, height, (x, y) => (x < width ? (y === Math.floor(height / 2) ? other : color) : ground))
}

const figures: Maker = (chance, ground, color, other) => {
  const period = periodOf(chance, [12, 12, 24])
  const size = period / 2 - 1
  const height = period === 24 ? 15 : 11
  const rows = Math.ceil(height / 2)
  const isWhole = chance(2) === 0
  const body = ground === color ? 3 : color
  // The figure is denser near the axis, so that it holds together.
  const cells = Array.from({ length: isWhole ? rows : height }, () =>
    Array.from({ length: size }, (_, x): Yarn => {
      if (chance(100) >= 92 - (70 * x) / size) return ground
      return chance(6) === 0 ? other : body
    }),
  )
  const mirrored = isWhole ? [...cells, ...cells.slice(0, height - rows).toReversed()] : cells
  const smooth = mirrored.map((row, y) => row.map((yarn, x) => tidied(mirrored, x, y, yarn, ground, body)))
  return [
    ...band(period, 1, () => ground),
    ...band(period, height, (x, y) => smooth[y]?.[Math.floor(x)] ?? ground),
    ...band(period, 1, () => ground),
  ]
}

function tidied(cells: Rows, x: number, y: number, yarn: Yarn, ground: Yarn, body: Yarn): Yarn {
  // At the axis (x = 0), the left neighbour is the cell's mirror image.
  const around = [cells[y]?.[Math.max(0, x - 1)], cells[y]?.[x + 1], cells[y - 1]?.[x], cells[y + 1]?.[x]]
  const filled = around.filter((other) => other !== undefined && other !== ground).length
  return filled >= 3 && yarn === ground ? body : filled <= 1 ? ground : yarn
}

function outline(rows: Rows, yarn: Yarn): string {
  const open = new Map<string, { x: number; y: number; width: number; height: number }>()
  const rectangles: { x: number; y: number; width: number; height: number }[] = []
  for (const [y, row] of [...rows, []].entries()) {
    const runs = new Set<string>()
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== yarn) continue
      const from = x
      while (row[x + 1] === yarn) x++
      runs.add(`${from} ${x - from + 1}`)
    }
    for (const [run, rectangle] of open) {
      if (runs.has(run)) rectangle.height++
      else open.delete(run)
    }
    for (const run of runs) {
      if (open.has(run)) continue
      const [x = 0, width = 0] = run.split(' ').map(Number)
      const rectangle = { x, y, width, height: 1 }
      open.set(run, rectangle)
      rectangles.push(rectangle)
    }
  }
  return rectangles.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h-${width}z`).join('')
}

export type WeaveTile = { width: number; height: number; layers: { yarn: Yarn; d: string }[] }

export function ownWeave(name: string): WeaveTile {
  const rows = ownRows(name)
  const [width, height] = [rows[0]?.length ?? 0, rows.length]
  const ground = { yarn: 0 as const, d: `M0 0h${width}v${height}H0z` }
  const above = ([1, 2, 3] as const).map((yarn) => ({ yarn, d: outline(rows, yarn) })).filter(({ d }) => d !== '')
  return { width, height, layers: [ground, ...above] }
}
