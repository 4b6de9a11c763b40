/** A count as it is written here: 1,234. */
export const written = (count: number) => count.toLocaleString('es-GT')
