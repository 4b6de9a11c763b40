export type Box = { x: number; y: number; width: number; height: number }

const plain = /^\d+(\.\d+)?(px)?$/

export function boxOf(svg: string): Box | null {
  const { viewBox, width, height, preserveAspectRatio } = attributesOf(svg)
  if (preserveAspectRatio !== undefined) return null
  if (viewBox === undefined) {
    const isPlain = width !== undefined && height !== undefined && plain.test(width) && plain.test(height)
    return isPlain ? { x: 0, y: 0, width: Number.parseFloat(width), height: Number.parseFloat(height) } : null
  }
  const [x = 0, y = 0, w = 0, h = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (!(w > 0 && h > 0 && Number.isFinite(x + y + w + h))) return null
  const isOther =
    width !== undefined && height !== undefined && !isNear(Number.parseFloat(width) / Number.parseFloat(height), w / h)
  return isOther ? null : { x, y, width: w, height: h }
}

export function withBox(svg: string, { x, y, width, height }: Box): string {
  const digits = Math.max(0, 4 - Math.floor(Math.log10(Math.max(width, height))))
  const round = (value: number) => String(Number(value.toFixed(digits)))
  const [w, h] = [round(width), round(height)]
  const bare = rootOf(svg).replace(/ (?:viewBox|width|height)="[^"]*"/g, '')
  return `${bare.slice(0, -1)} viewBox="${round(x)} ${round(y)} ${w} ${h}" width="${w}" height="${h}">${svg.slice(rootOf(svg).length)}`
}

const isNear = (a: number, b: number) => Math.abs(a / b - 1) < 0.01

/** No attribute contains `>`, because `cleanSvg` escapes it. */
const rootOf = (svg: string) => svg.slice(0, svg.indexOf('>') + 1)

function attributesOf(svg: string): Record<string, string | undefined> {
  return Object.fromEntries([...rootOf(svg).matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, name = '', value]) => [name, value]))
}
