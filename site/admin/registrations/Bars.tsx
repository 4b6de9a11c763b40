type Props = {
  /** The whole chart in words. */
  label: string
  /** `at` is the key. */
  bars: readonly { at: string | number; name: string; count: number }[]
  /** Free part of each bar's width, from 0 to 1. */
  gap: number
  /** Width in bars, if there are fewer. */
  room?: number
}

const heightPx = 48

export function Bars({ label, bars, gap, room = 0 }: Props) {
  const maxCount = Math.max(...bars.map(({ count }) => count))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(bars.length, room)} ${heightPx}`}
      preserveAspectRatio="none"
      className="h-16 w-full"
    >
      {bars.map(({ at, name, count }, index) => {
        // A small count is still visible beside a large one.
        const size = count === 0 ? 0.5 : Math.max(2, (count / maxCount) * heightPx)
        return (
          <rect
            key={at}
            x={index + gap / 2}
            y={heightPx - size}
            width={1 - gap}
            height={size}
            className={count === 0 ? 'fill-base-300' : 'fill-secondary'}
            data-tip={`${name}: ${count}`}
          />
        )
      })}
    </svg>
  )
}
