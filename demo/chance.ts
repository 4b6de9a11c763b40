export type Chance = {
  pick<T>(from: readonly T[]): T
  happens(share: number): boolean
  /** Both bounds are included. */
  between(least: number, most: number): number
  shuffled<T>(items: readonly T[]): T[]
}

export function createChance(seed: number): Chance {
  const random = seeded(seed)
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  return {
    between,
    pick<T>(from: readonly T[]): T {
      const picked = from[between(0, from.length - 1)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    happens: (share) => random() < share,
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: random() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ item }) => item),
  }
}

/** Returns a generator of repeatable numbers, from 0 to below 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const listed = (text: string) => text.split(/,\s+/)
