type Props = {
  /** All of it in words. */
  label: string
  /** `at` tells one from the others. */
  bars: readonly { at: string | number; name: string; count: number }[]
  /** What of each bar's width is left free. */
  gap: number
  /** The bars that there is room for at least. */
  room?: number
}

const height = 48

/** Counts as bars, side by side. */
export function Bars({ label, bars, gap, room = 0 }: Props) {
  const most = Math.max(...bars.map(({ count }) => count))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(bars.length, room)} ${height}`}
      preserveAspectRatio="none"
      className="h-16 w-full"
    >
      {bars.map(({ at, name, count }, index) => {
        // One with few is still seen beside one with many; one with none has a mark at the bottom.
        const size = count === 0 ? 0.5 : Math.max(2, (count / most) * height)
        return (
          <rect
            key={at}
            x={index + gap / 2}
            y={height - size}
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
