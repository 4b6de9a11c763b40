export const proseHint =
  'Separa los párrafos con una línea vacía. Puedes usar **negrita**, *cursiva*, [un enlace](https://…) y listas: un guion al inicio de cada línea.'

export const slugHint = (folder: string, from: string) =>
  `Su página es ${folder}… Si la dejas vacía, se crea a partir ${from}. No cambia sola, y la anterior sigue llevando a la nueva.`
