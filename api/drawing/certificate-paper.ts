import type { Content } from '../../data/content/schema.ts'
import type { PlacedText } from './glyphs.ts'

/** `text`, `place` and a signature's `image` may be empty. */
export type Paper = {
  code: string
  url: string
  name: string
  role: string
  conference: string
  when: string
  place: string
  hours: number | null
  text: string
  signatures: { name: string; title: string; image: string }[]
  look: { accent: string; pattern: Content['look']['pattern'] }
  /** Missing in stored facts of old editions, which were drawn on A4. */
  isLetter?: boolean
}

export type Drawn =
  | ({ is: 'text'; tag: 'H1' | 'P' } & PlacedText)
  | { is: 'path'; d: string; color: string; x: number; y: number; scale: number }
  | { is: 'picture'; image: string; alt: string; x: number; y: number; width: number; height: number }

/** Returns the size of letter-size paper or A4, in points. */
export const paperSize = ({ isLetter }: Pick<Paper, 'isLetter'>) =>
  isLetter ? { width: 792, height: 612 } : { width: 841.89, height: 595.28 }

/** Returns the size of a certificate drawn as PNG, in pixels. */
export const pictureSize = ({ isLetter }: Pick<Paper, 'isLetter'>) => ({ width: 1600, height: isLetter ? 1236 : 1131 })

export function sentenceOf({ role, conference, when, place, hours }: Paper): string {
  const lasting = hours ? `, con una duración de ${String(hours).replace('.', ',')} ${hours === 1 ? 'hora' : 'horas'}` : ''
  return `por su participación como ${role} en ${conference}, ${when}${place && ` en ${place}`}${lasting}.`
}

export const withUnbrokenDates = (text: string) =>
  text.replaceAll(/\d{1,2} de \p{L}{4,10}(?: de \d{4})?/gu, (date) => date.replaceAll(' ', '\u00a0'))

export const codeInWords = (code: string) => code.toUpperCase().replace(/(.{4})(?=.)/g, '$1-')
