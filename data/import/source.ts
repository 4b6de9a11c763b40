import { z } from 'zod'
import { withSizeLimit } from '../fields.ts'
import { limits } from '../limits.ts'

const sources = ['pretalx', 'sessionize', 'frab', 'csv', 'xlsx'] as const
export type Source = (typeof sources)[number]

export const importedKeys = ['speakers', 'scenarios', 'events'] as const
export type ImportedKey = (typeof importedKeys)[number]

/** Missing fields stay unchanged. An item with `problems` is not imported. `notes` describe parts of the item that are left out. */
type Sourced = {
  key: string
  problems: string[]
  notes?: string[]
  /** The spreadsheet's row number. */
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
  photo?: string
  email?: string
}

export type SourceRoom = Sourced & { name: string; description?: string }

export type SourceTalk = Sourced & {
  title: string
  description?: string
  /** yyyy-MM-dd and HH:mm, empty if unknown. */
  day: string
  startTime: string
  endTime: string
  /** The room's key, empty for all rooms. */
  room: string
  speakers: string[]
  isPlenary: boolean
  language?: string
  level?: string
  track?: string
  slidesUrl?: string
  recordingUrl?: string
  slug?: string
}

export type SourceFile = {
  isOwn: boolean
  speakers: SourceSpeaker[]
  rooms: SourceRoom[]
  talks: SourceTalk[]
  columns: Columns
  table?: TableAbout
  missing?: 'title' | null
}

/** Maps the headings of a table to fields, or to '' if the column is not used. */
export type Columns = Record<string, string>

/** `headings` is the row number of the headings, 0 without headings. */
export type TableAbout = {
  sheets: string[]
  sheet: string
  headings: number
  samples: { column: string; values: string[] }[]
}

export type TableChoice = {
  columns?: Columns | undefined
  sheet?: string | undefined
  headings?: number | undefined
}

/** Thrown if a file cannot be read. The message is Spanish. `field` is the field of the request that has the file or its address. */
export class Unreadable extends Error {
  readonly field: 'data' | 'url' = 'data'
}

export const maxImportBytes = 8 * 1024 * 1024

export const maxImportFileBytes = (maxImportBytes / 4) * 3

export const importAddressSchema = z.strictObject({
  url: z.string('Pega una dirección').trim().min(1, 'Pega una dirección').max(limits.url, `Máximo ${limits.url} caracteres`),
})

export const tableFields = [
  ...['key', 'title', 'day', 'startTime', 'endTime', 'duration', 'room', 'isPlenary', 'speakers', 'company'],
  ...['position', 'bio', 'photo', 'email', 'slidesUrl', 'recordingUrl', 'language', 'level', 'track', 'description'],
] as const

export type TableField = (typeof tableFields)[number]

const heading = z.string('Escribe un texto').max(limits.title, `Máximo ${limits.title} caracteres`)

const unknownField = 'Este campo no se conoce aquí'

/** `others` matches the names of further fields that a column may contain. */
export const importFileFields = (fields: readonly string[], others: RegExp = /^$/) => ({
  data: z.string('Envía el archivo').min(1, 'El archivo está vacío'),
  columns: withSizeLimit(
    z.record(
      heading,
      z.union(
        [
          z.enum(['', ...fields]),
          z
            .string()
            .max(2 * limits.label, unknownField)
            .regex(others, unknownField),
        ],
        unknownField,
      ),
      'Escribe las columnas',
    ),
    limits.columns,
    `Máximo ${limits.columns} columnas`,
  ).optional(),
  sheet: heading.optional(),
  headings: z.int('Escribe un número entero').min(0, 'Mínimo 0').max(1_000_000, 'Máximo 1000000').optional(),
})

export const acceptedRows = <S extends z.ZodType>(row: S, maxCount: number) =>
  withSizeLimit(z.array(row, 'Escribe una lista').max(maxCount, `Máximo ${maxCount}`), maxCount, `Máximo ${maxCount}`)

const file = { source: z.enum(sources, 'Elige pretalx, sessionize, frab, csv o xlsx'), ...importFileFields(tableFields) }

export const previewImportSchema = z.strictObject(file)

export const importSchema = z.strictObject({
  ...file,
  accept: acceptedRows(z.string('Escribe un texto').max(600, 'Máximo 600 caracteres'), 10_000),
  photos: z.boolean('Elige sí o no').optional(),
})
