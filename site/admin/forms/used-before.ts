export function usedBefore<T, K extends keyof T>(items: readonly T[], field: K): string[] {
  return [...new Set(items.map((item) => String(item[field])).filter(Boolean))].toSorted((a, b) => a.localeCompare(b, 'es'))
}
