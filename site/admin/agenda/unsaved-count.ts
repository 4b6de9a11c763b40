export const unsavedCount = (count: number) => (count === 1 ? '1 cambio sin guardar.' : `${count} cambios sin guardar.`)
