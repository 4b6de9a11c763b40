export const proseHint = 'Una línea vacía separa párrafos; - una lista; **negrita**, *cursiva*, [un enlace](https://…).'

export const slugHint = (folder: string, from: string) =>
  `Su página es ${folder}… Vacía: se hace ${from}. No cambia sola, y la anterior sigue llevando a la nueva.`
