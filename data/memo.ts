/** Caches results for frozen objects, such as content until it is saved. */

export function keptFor<T extends object, R>(make: (about: T) => R): (about: T) => R {
  const keep = keptWith<T, R>()
  return (about) => keep(about, [], () => make(about))
}

/** The result depends on the object and `from`. */
export function keptWith<T extends object, R>(): (about: T, from: readonly unknown[], make: (before?: R) => R) => R {
  const cache = new WeakMap<T, { from: readonly unknown[]; made: R }>()
  return (about, from, make) => {
    if (!Object.isFrozen(about)) return make()
    const last = cache.get(about)
    if (last && hasSame(last.from, from)) return last.made
    const result = make(last?.made)
    cache.set(about, { from, made: result })
    return result
  }
}

export const hasSame = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((value, index) => value === others[index])
