export const slugHint = (folder: string, from: string) =>
  `Su página es ${folder}… Vacía: se hace ${from}. No cambia sola, y la anterior sigue llevando a la nueva.`
