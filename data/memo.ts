/** Caches results only for frozen objects, because an object that is not frozen may change later. */
export function memoized<T extends object, R>(make: (about: T) => R): (about: T) => R {
  const keep = memoCache<T, R>()
  return (about) => keep(about, [], () => make(about))
}

export function memoCache<T extends object, R>(): (about: T, from: readonly unknown[], make: (before?: R) => R) => R {
  const cache = new WeakMap<T, { from: readonly unknown[]; made: R }>()
  return (about, from, make) => {
    if (!Object.isFrozen(about)) return make()
    const last = cache.get(about)
    if (last && haveSameEntries(last.from, from)) return last.made
    const result = make(last?.made)
    cache.set(about, { from, made: result })
    return result
  }
}

export const haveSameEntries = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((value, index) => value === others[index])
