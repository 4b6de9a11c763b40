/** People as a file of the organisers names them: who is invited, who was there last year, who registered elsewhere. */
import { z } from 'zod'
import { countedFirst, yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'
import type { Likeness } from '../registrations/similar.ts'
import { type Columns, importFileFields, type TableAbout } from './source.ts'

const peopleSources = ['csv', 'xlsx'] as const
export type PeopleSource = (typeof peopleSources)[number]

/** What a column of people can be. */
export const peopleFields = [
  ...['name', 'firstName', 'lastName', 'email', 'company', 'position', 'phone'],
  ...['acceptsMarketing', 'isConfirmed', 'status', 'notes', 'staffNotes'],
] as const

/** A row of the file, by the number that a spreadsheet shows. With `problems`, in Spanish, it is not brought in. */
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
  /** Why it is not sure that this person comes, in Spanish. */
  doubts: string[]
}

/** The people of a file, and what no column is yet without which nobody can be read. */
export type PeopleFile = { people: FilePerson[]; columns: Columns; table: TableAbout; missing: 'name' | 'email' | null }

/** Whom somebody in the file may be: in the list or the trash by `id`, or another row of the file. */
export type Alike = { id: string | null; row: number | null; name: string; email: string; why: Likeness | 'trash' }

/**
 * What becomes of a row. 'known': its e-mail is in the list, and stays as it is. 'doubtful': somebody else may be the same person, or
 * `doubts` say why this one may not come. 'refused': `problems` say why.
 */
export type PersonRow = Pick<FilePerson, 'row' | 'name' | 'email' | 'problems' | 'doubts'> & {
  change: 'new' | 'known' | 'doubtful' | 'refused'
  like: Alike[]
}

const file = { source: z.enum(peopleSources, 'Elige csv o xlsx'), ...importFileFields(peopleFields) }

export const previewPeopleSchema = z.strictObject(file)

export const importPeopleSchema = z.strictObject({
  ...file,
  /** The numbers of the rows that are brought in. */
  accept: countedFirst(
    z
      .array(z.int('Escribe un número entero').min(1, 'Mínimo 1').max(1_000_000, 'Máximo 1000000'), 'Escribe una lista')
      .max(limits.importedPeople, `Máximo ${limits.importedPeople}`),
    limits.importedPeople,
    `Máximo ${limits.importedPeople}`,
  ),
  /** The file's name, which is noted at each of them. */
  file: z.string('Escribe un texto').trim().max(limits.title, `Máximo ${limits.title} caracteres`).optional(),
  /** Whether each of them is told by mail. */
  mail: yesOrNo.optional(),
  /** Whether each has a place, also above those that there are. */
  over: yesOrNo.optional(),
})
