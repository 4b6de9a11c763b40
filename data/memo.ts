/**
 * What was made of something that nobody can change is kept for as long as there is what it was made of, so that a save makes anew what it
 * changes. Items and lists of content are the same objects until they are saved.
 */

/** The function with its answer kept. */
export function keptFor<T extends object, R>(make: (about: T) => R): (about: T) => R {
  const keep = keptWith<T, R>()
  return (about) => keep(about, [], () => make(about))
}

/**
 * Returns a function for what `make` makes of an object and of what else it is made `from`; the same again as long as those are
 * the same. `make` is given what was made of that object before, where there is something.
 */
export function keptWith<T extends object, R>(): (about: T, from: readonly unknown[], make: (before?: R) => R) => R {
  const kept = new WeakMap<T, { from: readonly unknown[]; made: R }>()
  return (about, from, make) => {
    if (!Object.isFrozen(about)) return make()
    const last = kept.get(about)
    if (last && hasSame(last.from, from)) return last.made
    const made = make(last?.made)
    kept.set(about, { from, made })
    return made
  }
}

/** Whether two lists have the very same entries. */
export const hasSame = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((one, index) => one === others[index])
