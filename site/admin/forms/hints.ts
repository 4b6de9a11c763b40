export const slugHint = (folder: string, from: string) =>
  `Su página es ${folder}… Si la dejas vacía, se crea a partir ${from}. No cambia sola, y la anterior sigue llevando a la nueva.`
