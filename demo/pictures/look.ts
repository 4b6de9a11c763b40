import type { Garment } from './clothes.ts'
import type { Hairstyle } from './hair.ts'
import type { Colour } from './svg.ts'

export type Look = {
  background: Colour
  halo: Colour
  skin: keyof typeof skins
  hair: [Hairstyle, keyof typeof hairColours]
  wears: [Garment, Colour, Colour]
  face?: ('glasses' | 'roundGlasses' | 'beard' | 'moustache' | 'earrings' | 'hoops' | 'necklace' | 'wrinkles')[]
  smile?: 'open' | 'closed'
}

/** The second colour is for the shadow under the chin. */
export const skins = {
  light: ['#f0c3a0', '#d99f7c'],
  tan: ['#dca077', '#bd7f57'],
  brown: ['#bf8055', '#9c623c'],
  dark: ['#8f5a3c', '#6f412a'],
} as const

export const hairColours = {
  black: ['#241c2b', '#16111d'],
  brown: ['#4d2f24', '#351f18'],
  chestnut: ['#7d4527', '#5b301a'],
  grey: ['#b9b3b4', '#908a90'],
} as const
