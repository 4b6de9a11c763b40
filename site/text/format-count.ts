export const formatCount = (count: number) => count.toLocaleString('es-GT')

export const formatPeople = (count: number) => (count === 1 ? '1 persona' : `${formatCount(count)} personas`)
