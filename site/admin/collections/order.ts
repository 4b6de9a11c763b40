import { limits } from '../../../data/limits.ts'

type Ordered = { id: string; displayOrder: number }

/** `items` with the one called `id` at the place of the one called `target`; the others close ranks. */
export function moved<T extends { id: string }>(items: T[], id: string, target: string): T[] {
  const item = items.find((other) => other.id === id)
  const place = items.findIndex((other) => other.id === target)
  return item && place >= 0 ? items.filter((other) => other !== item).toSpliced(place, 0, item) : items
}

/**
 * The numbers to save, by id, so that the items stand in the order given. The numbers in use are dealt out anew, made distinct
 * where several share one, so that as few items as possible change.
 */
export function orderChanges(items: Ordered[]): Map<string, number> {
  let last = Number.NEGATIVE_INFINITY
  const distinct = items
    .map(({ displayOrder }) => displayOrder)
    .toSorted((a, b) => a - b)
    .map((number) => {
      last = Math.max(number, last + 1)
      return last
    })
  const numbers = last > limits.order ? [...items.keys()] : distinct
  const dealt = items.map((item, index) => ({ ...item, number: numbers[index] ?? index }))
  return new Map(dealt.filter(({ displayOrder, number }) => number !== displayOrder).map(({ id, number }) => [id, number]))
}

/** The number that puts a new item at the end. It is 0, the usual one, until somebody has ordered the list. */
export function nextOrder(inUse: number[]): number {
  const highest = Math.max(0, ...inUse)
  return highest === 0 ? 0 : Math.min(highest + 1, limits.order)
}
