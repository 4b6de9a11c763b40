/** What the last part of an address is: of an item's page in `folder`, made `from` what it is called. */
export const slugHint = (folder: string, from: string) =>
  `Su página es ${folder}… Vacía: se hace ${from}. No cambia sola, y la anterior sigue llevando a la nueva.`
