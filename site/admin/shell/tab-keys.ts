/** The panel's tabs as they stand in the address, in order. */
export const tabKeys = [
  'hero',
  'about',
  'benefits',
  'segments',
  'speakers',
  'agenda',
  'partners',
  'formulario',
  'registros',
  'usuarios',
  'ajustes',
] as const

export type TabKey = (typeof tabKeys)[number]
