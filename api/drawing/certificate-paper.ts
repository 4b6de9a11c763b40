import type { Content } from '../../data/content/schema.ts'
import type { PlacedText } from './glyphs.ts'

/** `image` of a signature is its address, empty if missing. */
export type Paper = {
  code: string
  /** Address in the QR code. */
  url: string
  name: string
  /** 'asistente', 'ponente', 'parte de la organización'. */
  role: string
  conference: string
  /** 'el 20 de noviembre de 2026' or 'del 20 al 22 de …'. */
  when: string
  /** May be empty. */
  place: string
  hours: number | null
  text: string
  signatures: { name: string; title: string; image: string }[]
  look: { accent: string; pattern: Content['look']['pattern'] }
}

export type Drawn =
  | ({ is: 'text'; tag: 'H1' | 'P' } & PlacedText)
  | { is: 'path'; d: string; color: string; x: number; y: number; scale: number }
  /** Fits into this box, aligned at the bottom. */
  | { is: 'picture'; image: string; alt: string; x: number; y: number; width: number; height: number }

export const paperSize = { width: 841.89, height: 595.28 }

/** Pixels. */
export const pictureSize = { width: 1600, height: 1131 }

/** The sentence after the name. */
export function sentenceOf({ role, conference, when, place, hours }: Paper): string {
  const lasting = hours ? `, con una duración de ${String(hours).replace('.', ',')} ${hours === 1 ? 'hora' : 'horas'}` : ''
  return `por su participación como ${role} en ${conference}, ${when}${place && ` en ${place}`}${lasting}.`
}

/** Prevents line breaks within a date. */
export const datesWhole = (text: string) =>
  text.replaceAll(/\d{1,2} de \p{L}{4,10}(?: de \d{4})?/gu, (date) => date.replaceAll(' ', '\u00a0'))

/** Four groups, easier to read aloud. */
export const codeInWords = (code: string) => code.toUpperCase().replace(/(.{4})(?=.)/g, '$1-')
