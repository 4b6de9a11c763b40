/** A count as it is written here: 1,234. */
export const formatCount = (count: number) => count.toLocaleString('es-GT')

/** How many people: 1 persona, 1,234 personas. */
export const formatPeople = (count: number) => (count === 1 ? '1 persona' : `${formatCount(count)} personas`)
