/** A programme as a file of another program says it, whatever its form. */
import { z } from 'zod'
import { countedFirst } from '../fields.ts'
import { limits } from '../limits.ts'

const sources = ['pretalx', 'sessionize', 'frab', 'csv', 'xlsx'] as const
export type Source = (typeof sources)[number]

/** The lists that a file brings, in the order in which they are stored. */
export const importedKeys = ['speakers', 'scenarios', 'events'] as const
export type ImportedKey = (typeof importedKeys)[number]

/** Fields that the file says nothing of are left out, and stay as they are. `problems`: why it cannot be taken over, in Spanish. */
type Sourced = {
  key: string
  problems: string[]
  /** The row of a table, by the number that a spreadsheet shows. */
  row?: number
}

export type SourceSpeaker = Sourced & {
  name: string
  title?: string
  company?: string
  bio?: string
  linkedinUrl?: string
  twitterUrl?: string
  links?: { label: string; url: string }[]
  /** Where the photo is. */
  photo?: string
}

export type SourceRoom = Sourced & { name: string; description?: string }

export type SourceTalk = Sourced & {
  title: string
  description?: string
  /** yyyy-MM-dd, HH:mm; the end may be empty. In the zone of the event. */
  day: string
  startTime: string
  endTime: string
  /** Keys of the room (empty for all rooms) and of who speaks. */
  room: string
  speakers: string[]
  isPlenary: boolean
  language?: string
  level?: string
  track?: string
  slug?: string
}

/** Drafts, declined sessions and sessions without a time are listed too, with that as their problem. */
export type SourceFile = {
  /** Whether this product wrote the file. */
  isOwn: boolean
  speakers: SourceSpeaker[]
  rooms: SourceRoom[]
  talks: SourceTalk[]
  columns: Columns
  /** How a table was read, and what no column is yet without which there is no programme. */
  table?: TableAbout
  missing?: 'title' | null
}

/** Of a table: what each column is read as, by its heading; empty for nothing. */
export type Columns = Record<string, string>

/**
 * How a table was read: its sheets, the one that was taken, the row of its headings (0 without any), and the first values of each
 * column, in the order of the columns.
 */
export type TableAbout = {
  sheets: string[]
  sheet: string
  headings: number
  samples: { column: string; values: string[] }[]
}

/** What somebody says of a table in place of what was guessed. */
export type TableChoice = {
  columns?: Columns | undefined
  sheet?: string | undefined
  headings?: number | undefined
}

/** A file that is not read. The message says why, in Spanish. */
export class Unreadable extends Error {}

/** The most of a file that is read. */
export const importBytes = 8 * 1024 * 1024

/** The most bytes of a file before it is sent: base64 makes four letters of three. */
export const importFileBytes = (importBytes / 4) * 3

/** Where a file is fetched from. What is wrong with an address is said by who fetches it. */
export const importAddressSchema = z.strictObject({
  url: z.string('Pega una dirección').trim().min(1, 'Pega una dirección').max(limits.url, `Máximo ${limits.url} caracteres`),
})

/** What a column of a table with a programme can be. */
export const tableFields = [
  ...([
    'key',
    'title',
    'day',
    'startTime',
    'endTime',
    'duration',
    'room',
    'isPlenary',
    'speakers',
    'company',
    'position',
  ] as const),
  ...(['bio', 'photo', 'language', 'level', 'track', 'description'] as const),
] as const

export type TableField = (typeof tableFields)[number]

const heading = z.string('Escribe un texto').max(limits.title, `Máximo ${limits.title} caracteres`)

/** What a file is sent as, whose columns can be these. */
export const importFileFields = (fields: readonly string[]) => ({
  /** The file as text; base64 of an XLSX. */
  data: z.string('Envía el archivo').min(1, 'El archivo está vacío'),
  /** Of a table: what each column is, by its heading; empty for nothing. */
  columns: countedFirst(
    z.record(heading, z.enum(['', ...fields], 'Este campo no se conoce aquí'), 'Escribe las columnas'),
    limits.columns,
    `Máximo ${limits.columns} columnas`,
  ).optional(),
  /** Of a workbook: the name of the sheet. */
  sheet: z.string('Escribe un texto').max(limits.title, `Máximo ${limits.title} caracteres`).optional(),
  /** Of a table: the row of its headings, by the number that a spreadsheet shows; 0 for none. */
  headings: z.int('Escribe un número entero').min(0, 'Mínimo 0').max(1_000_000, 'Máximo 1000000').optional(),
})

const file = { source: z.enum(sources, 'Elige pretalx, sessionize, frab, csv o xlsx'), ...importFileFields(tableFields) }

export const previewImportSchema = z.strictObject(file)

export const importSchema = z.strictObject({
  ...file,
  /** The rows that are taken over. */
  accept: countedFirst(
    z.array(z.string('Escribe un texto').max(600, 'Máximo 600 caracteres'), 'Escribe una lista').max(10_000, 'Máximo 10000'),
    10_000,
    'Máximo 10000',
  ),
  /** Whether speakers without a photo get the one that the file names. */
  photos: z.boolean('Elige sí o no').optional(),
})
