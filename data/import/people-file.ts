import { z } from 'zod'
import { yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'
import type { staffFieldsSchema } from '../registrations/schema.ts'
import type { Likeness } from '../registrations/similar.ts'
import { acceptedRows, type Columns, importFileFields, type TableAbout } from './source.ts'

const peopleSources = ['csv', 'xlsx'] as const
export type PeopleSource = (typeof peopleSources)[number]

export const peopleFields = [
  ...['name', 'firstName', 'lastName', 'email', 'company', 'position', 'phone'],
  ...['acceptsMarketing', 'isConfirmed', 'status', 'notes', 'staffNotes'],
] as const

/** A person in a row of a table. `problems` (Spanish) exclude the row, `doubts` leave the choice to organisers. */
export type FilePerson = Required<z.infer<typeof staffFieldsSchema>> & {
  /** As in a spreadsheet. */
  row: number
  problems: string[]
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
  accept: acceptedRows(
    z.int('Escribe un número entero').min(1, 'Mínimo 1').max(1_000_000, 'Máximo 1000000'),
    limits.importedPeople,
  ),
  file: z.string('Escribe un texto').trim().max(limits.title, `Máximo ${limits.title} caracteres`).optional(),
  mail: yesOrNo.optional(),
  /** Give everyone a seat, also above the capacity. */
  over: yesOrNo.optional(),
})
