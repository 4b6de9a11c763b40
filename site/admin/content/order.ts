import { limits } from '../../../data/limits.ts'

type Ordered = { id: string; displayOrder: number }

export function moveItem<T extends { id: string }>(items: T[], id: string, target: string): T[] {
  const item = items.find((other) => other.id === id)
  const index = items.findIndex((other) => other.id === target)
  return item && index >= 0 ? items.filter((other) => other !== item).toSpliced(index, 0, item) : items
}

/** Returns the `displayOrder` to save, by item id. Reuses the numbers of the list, so that few items change. */
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
  const numbered = items.map((item, index) => ({ ...item, number: numbers[index] ?? index }))
  return new Map(numbered.filter(({ displayOrder, number }) => number !== displayOrder).map(({ id, number }) => [id, number]))
}

/** Returns 0, the default, until somebody has ordered the list. */
export function nextOrder(inUse: number[]): number {
  const highest = Math.max(0, ...inUse)
  return highest === 0 ? 0 : Math.min(highest + 1, limits.order)
}
