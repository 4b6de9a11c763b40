import { z } from 'zod'
import { withSizeLimit, yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'
import type { Likeness } from '../registrations/similar.ts'
import { type Columns, importFileFields, type TableAbout } from './source.ts'

const peopleSources = ['csv', 'xlsx'] as const
export type PeopleSource = (typeof peopleSources)[number]

export const peopleFields = [
  ...['name', 'firstName', 'lastName', 'email', 'company', 'position', 'phone'],
  ...['acceptsMarketing', 'isConfirmed', 'status', 'notes', 'staffNotes'],
] as const

/** `row` as in a spreadsheet. `problems` (Spanish) exclude the row. */
export type FilePerson = {
  row: number
  name: string
  email: string
  company: string
  position: string
  phone: string
  acceptsMarketing: boolean
  isConfirmed: boolean
  notes: string
  staffNotes: string
  problems: string[]
  /** Spanish. */
  doubts: string[]
}

/** `missing`: the required column not chosen yet. */
export type PeopleFile = { people: FilePerson[]; columns: Columns; table: TableAbout; missing: 'name' | 'email' | null }

/** `id` for the list or trash, `row` for another row of the file. */
export type Alike = { id: string | null; row: number | null; name: string; email: string; why: Likeness | 'trash' }

/** 'known': the e-mail is registered, and stays unchanged. 'doubtful': see `like` and `doubts`. 'refused': see `problems`. */
export type PersonRow = Pick<FilePerson, 'row' | 'name' | 'email' | 'problems' | 'doubts'> & {
  change: 'new' | 'known' | 'doubtful' | 'refused'
  like: Alike[]
}

const file = { source: z.enum(peopleSources, 'Elige csv o xlsx'), ...importFileFields(peopleFields) }

export const previewPeopleSchema = z.strictObject(file)

export const importPeopleSchema = z.strictObject({
  ...file,
  accept: withSizeLimit(
    z
      .array(z.int('Escribe un número entero').min(1, 'Mínimo 1').max(1_000_000, 'Máximo 1000000'), 'Escribe una lista')
      .max(limits.importedPeople, `Máximo ${limits.importedPeople}`),
    limits.importedPeople,
    `Máximo ${limits.importedPeople}`,
  ),
  file: z.string('Escribe un texto').trim().max(limits.title, `Máximo ${limits.title} caracteres`).optional(),
  mail: yesOrNo.optional(),
  /** Give everyone a seat, also above the capacity. */
  over: yesOrNo.optional(),
})
