/** A small line chart as SVG, for figures that grow. Both axes are logarithmic: what is straight grows evenly. */

type Line = { name: string; points: [x: number, y: number][] }

const [width, height, left, right, top, bottom] = [640, 320, 64, 150, 40, 44]
const colors = ['#c8141e', '#1f6f5c', '#8a5a00', '#3b4cc0']

/** The chart's SVG; `unit` stands at the values, such as 'ms'. */
export function chart(title: string, unit: string, across: string, lines: Line[]): string {
  const xs = lines.flatMap(({ points }) => points.map(([x]) => x))
  const ys = lines.flatMap(({ points }) => points.map(([, y]) => y))
  const x = scale(Math.min(...xs), Math.max(...xs), left, width - right)
  const y = scale(
    10 ** Math.floor(Math.log10(Math.min(...ys))),
    10 ** Math.ceil(Math.log10(Math.max(...ys))),
    height - bottom,
    top,
  )
  const powers = range(Math.floor(Math.log10(Math.min(...ys))), Math.ceil(Math.log10(Math.max(...ys)))).map(
    (power) => 10 ** power,
  )

  const rows = powers.map(
    (value) =>
      `<path d="M${left} ${y(value)}H${width - right}" stroke="#8886"/><text x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${number(value)} ${unit}</text>`,
  )
  const columns = [...new Set(xs)].map(
    (value) => `<text x="${x(value)}" y="${height - bottom + 20}" text-anchor="middle">${number(value)}</text>`,
  )
  const curves = lines.map(({ name, points }, index) => {
    const color = colors[index % colors.length]
    const path = points.map(([px, py], at) => `${at === 0 ? 'M' : 'L'}${x(px).toFixed(1)} ${y(py).toFixed(1)}`).join('')
    const dots = points.map(([px, py]) => `<circle cx="${x(px).toFixed(1)}" cy="${y(py).toFixed(1)}" r="3.5" fill="${color}"/>`)
    const [, last = 1] = points.at(-1) ?? []
    return `<path d="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}<text x="${width - right + 10}" y="${y(last) + 4}" fill="${color}">${name} ${number(last)} ${unit}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" role="img">
<title>${title}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${left}" y="22" font-size="15" font-weight="600">${title}</text>
${rows.join('\n')}
${columns.join('\n')}
<text x="${(left + width - right) / 2}" y="${height - 8}" text-anchor="middle">${across}</text>
${curves.join('\n')}
</svg>
`
}

/** Maps a range logarithmically onto pixels. */
function scale(from: number, to: number, start: number, end: number): (value: number) => number {
  const span = Math.log(to / from) || 1
  return (value) => start + ((end - start) * Math.log(value / from)) / span
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)))
}
