/** How the speakers look. Two have sent no portrait, so that their initials show. */
import type { speakers } from '../content.ts'
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

/** Skin in the light, and in the shadow under the chin. */
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

export const looks: Partial<Record<keyof typeof speakers, Look>> = {
  ixchel: {
    background: 'marigold',
    halo: 'terracotta',
    skin: 'brown',
    hair: ['braid', 'black'],
    wears: ['huipil', 'cochineal', 'marigold'],
    face: ['earrings'],
    smile: 'open',
  },
  rodrigo: {
    background: 'sky',
    halo: 'paper',
    skin: 'light',
    hair: ['short', 'brown'],
    wears: ['blazer', 'ink', 'paper'],
    face: ['beard'],
  },
  angeles: {
    background: 'rose',
    halo: 'cochineal',
    skin: 'tan',
    hair: ['bob', 'grey'],
    wears: ['blazer', 'indigo', 'rose'],
    face: ['glasses', 'necklace', 'wrinkles'],
  },
  andrea: {
    background: 'jade',
    halo: 'sky',
    skin: 'tan',
    hair: ['curly', 'chestnut'],
    wears: ['crew', 'marigold', 'paper'],
    face: ['hoops'],
    smile: 'open',
  },
  oscar: {
    background: 'indigo',
    halo: 'lilac',
    skin: 'brown',
    hair: ['cropped', 'black'],
    wears: ['turtleneck', 'ink', 'indigo'],
    face: ['beard'],
  },
  nicte: {
    background: 'sand',
    halo: 'marigold',
    skin: 'light',
    hair: ['ponytail', 'black'],
    wears: ['shirt', 'jade', 'sky'],
    smile: 'open',
  },
  valeria: {
    background: 'lilac',
    halo: 'indigo',
    skin: 'dark',
    hair: ['bun', 'black'],
    wears: ['crew', 'paper', 'cochineal'],
    face: ['hoops'],
  },
  mauricio: {
    background: 'terracotta',
    halo: 'marigold',
    skin: 'light',
    hair: ['receding', 'grey'],
    wears: ['shirt', 'sky', 'paper'],
    face: ['moustache', 'wrinkles'],
  },
  lucia: {
    background: 'cochineal',
    halo: 'rose',
    skin: 'brown',
    hair: ['straight', 'black'],
    wears: ['crew', 'indigo', 'marigold'],
    face: ['roundGlasses'],
  },
  nayeli: {
    background: 'sky',
    halo: 'jade',
    skin: 'tan',
    hair: ['wavy', 'black'],
    wears: ['huipil', 'indigo', 'rose'],
    face: ['earrings'],
  },
  diego: {
    background: 'marigold',
    halo: 'paper',
    skin: 'tan',
    hair: ['curly', 'black'],
    wears: ['shirt', 'cochineal', 'rose'],
    face: ['roundGlasses', 'moustache'],
    smile: 'open',
  },
  pamela: {
    background: 'sand',
    halo: 'rose',
    skin: 'light',
    hair: ['wavy', 'chestnut'],
    wears: ['blazer', 'cochineal', 'paper'],
    face: ['earrings', 'necklace'],
    smile: 'open',
  },
}
