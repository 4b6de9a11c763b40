import { z } from 'zod'
import { yesOrNo } from '../fields.ts'
import { limits } from '../limits.ts'
import type { staffFieldsSchema } from '../registrations/schema.ts'
import type { Likeness } from '../similar/similar.ts'
import { acceptedRows, type Columns, importFileFields, type TableAbout } from './source.ts'

const peopleSources = ['csv', 'xlsx'] as const
export type PeopleSource = (typeof peopleSources)[number]

type StaffFields = z.infer<typeof staffFieldsSchema>

export const peopleFields = [
  ...['name', 'firstName', 'lastName', 'email', 'company', 'position', 'phone'],
  ...['acceptsMarketing', 'isConfirmed', 'status', 'notes', 'staffNotes'],
] as const

export type FilePerson = Required<Omit<StaffFields, 'answers'>> & {
  answers?: NonNullable<StaffFields['answers']>
  row: number
  problems: string[]
  doubts: string[]
}

export type PeopleFile = { people: FilePerson[]; columns: Columns; table: TableAbout; missing: 'name' | 'email' | null }

/** A similar person. `id` is set if the person is in the list or trash, `row` if the person is in the file. */
export type Alike = { id: string | null; row: number | null; name: string; email: string; why: Likeness | 'trash' }

/** 'known': the e-mail is registered already. 'doubtful': similar to somebody else, or the file leaves open if they come. */
export type PersonRow = Pick<FilePerson, 'row' | 'name' | 'email' | 'problems' | 'doubts'> & {
  change: 'new' | 'known' | 'doubtful' | 'refused'
  like: Alike[]
}

const file = { source: z.enum(peopleSources, 'Elige csv o xlsx'), ...importFileFields(peopleFields, /^answers\.[\w-]+$/) }

export const previewPeopleSchema = z.strictObject(file)

export const importPeopleSchema = z.strictObject({
  ...file,
  accept: acceptedRows(
    z.int('Escribe un número entero').min(1, 'Mínimo 1').max(1_000_000, 'Máximo 1000000'),
    limits.importedPeople,
  ),
  file: z.string('Escribe un texto').trim().max(limits.title, `Máximo ${limits.title} caracteres`).optional(),
  mail: yesOrNo.optional(),
  over: yesOrNo.optional(),
})
