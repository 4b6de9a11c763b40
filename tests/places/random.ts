export type Random = ReturnType<typeof createRandom>

/** Numbers that follow from a seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    return ((mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))) >>> 0) / 2 ** 32
  }
  /** Both ends are possible. */
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(next() * all.length)]
  return {
    between,
    pick,
    chance: (share: number) => next() < share,
    shuffled: <T>(all: readonly T[]): T[] =>
      all
        .map((one) => ({ one, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ one }) => one),
    weighted<T>(all: readonly (readonly [number, T])[]): T {
      let left = next() * all.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, one] of all) {
        left -= weight
        if (left < 0) return one
      }
      throw new Error('nothing to choose from')
    },
  }
}
