/** A count as it is written here: 1,234. */
export const formatCount = (count: number) => count.toLocaleString('es-GT')
