import type { Question } from '../../data/content/schema.ts'
import { type FilePerson, type PeopleFile, peopleFields } from '../../data/import/people-file.ts'
import { type TableChoice, Unreadable } from '../../data/import/source.ts'
import { limits } from '../../data/limits.ts'
import { answerField, answerOfText, checkAnswers, type StoredAnswers } from '../../data/registrations/answers/answers.ts'
import { staffFieldsSchema } from '../../data/registrations/schema.ts'
import { fold } from '../../data/text.ts'
import { attendanceOf } from './attendance.ts'
import { type Recognition, type Row, type Sheet, type Table, understand, wordsOf } from './table.ts'

type Field = (typeof peopleFields)[number] | ReturnType<typeof answerField>

const isEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text)
const digitCount = (text: string) => text.replace(/\D/g, '').length
const isPhone = (text: string) => /^[+\d\s().-]+$/.test(text) && digitCount(text) >= 7 && digitCount(text) <= 15
/** Accepts '+' and digits, two groups of four digits, or eight digits that do not begin like a year. */
const isClearlyPhone = (text: string) => /^\+[\d\s().-]{8,}$|^(502[\s-]?)?\d{4}[\s-]\d{4}$|^[3-7]\d{7}$/.test(text)
const isPersonName = (text: string) => /^\p{Lu}[\p{L}'’.-]+(?:\s+[\p{L}'’.-]+){1,5}$/u.test(text)

const recognition: Recognition<Field> = {
  fields: peopleFields,
  names: {
    name:
      'nombre|nombre completo|nombre y apellido|nombre y apellidos|nombres y apellidos|participante|asistente|full name|' +
      'attendee name|guest name',
    firstName: 'nombres|primer nombre|segundo nombre|first name|attendee first name|given name|middle name',
    lastName:
      'apellido|apellidos|primer apellido|segundo apellido|apellido paterno|apellido materno|last name|surname|' +
      'attendee last name|family name|last names',
    email:
      'correo|e mail|mail|correo electronico|direccion de correo|direccion de correo electronico|email address|' +
      'attendee email|direccion de email',
    company: 'empresa|organizacion|institucion|universidad|organization',
    position: 'cargo|puesto|rol|job title|title|role',
    phone: 'telefono|tel|celular|cel|movil|whatsapp|phone number|cell phone|mobile|numero de telefono|telefono celular',
    acceptsMarketing: 'marketing|acepta marketing|acepta noticias|consentimiento|newsletter|consent|opt in',
    isConfirmed: 'confirmado|confirmada|confirmacion|confirmed',
    status: 'estado|estatus|situacion|attendee status|approval status|order status|rsvp|asistencia',
    notes: 'comentarios|comentario|comments',
    staffNotes: 'notas|nota|observaciones',
  },
  words: {
    email: /\b(correos?|e ?mails?)\b/,
    phone: /\b(tel|telefono|phone|cel|celular|movil|mobile|whatsapp)\b/,
    company:
      /\b(empresa|organizacion|institucion|universidad|company|organization|compania|(lugar|centro) de (trabajo|estudios?)|donde (trabajas?|estudias?))\b/,
    position: /\b(cargo|puesto|job|ocupacion|profesion)\b/,
    lastName: /\b(apellidos?|surname|last name|family name)\b/,
    firstName: /\b(nombres|first name|given name)\b/,
    name: /\b(nombre|name|te llamas)\b/,
    acceptsMarketing: /\b(noticias|novedades|boletin|newsletter|marketing)\b/,
    status: /\b(estado|estatus|status|rsvp)\b/,
    notes: /\b(comentarios?|comments?)\b/,
  },
  looks: {
    email: isEmail,
    phone: isPhone,
    name: isPersonName,
    company: (text) => !isEmail(text) && !/^(si|sí|no|yes)$/i.test(text),
    acceptsMarketing: (text) => /^(si|no|yes|true|false|1|0|x|acepto|no acepto)$/.test(fold(text)),
    status: (text) => text.length <= 40,
  },
  byContent: { email: isEmail, phone: isClearlyPhone, name: isPersonName },
  several: ['firstName', 'lastName'],
  settle: (guessed, headings) => {
    const at = guessed.indexOf('name')
    const isFirstName = /^(nombre|name)$/.test(headings[at] ?? '') && guessed.includes('lastName')
    if (isFirstName && !guessed.includes('firstName')) guessed[at] = 'firstName'
  },
}

const yes = /^(si|yes|true|1|x|verdadero|acepto|acepta|confirmado|confirmada)$/

export function readPeople(sheets: readonly Sheet[], choice: TableChoice = {}, questions: readonly Question[] = []): PeopleFile {
  const table = understand(sheets, choice, withQuestions(questions))
  const { columns, about, body, has } = table
  const isReadable = has('email') && (has('name') || has('firstName') || has('lastName'))
  if (body.length === 0) throw new Unreadable('El archivo no tiene ninguna persona.')
  if (body.length > limits.importedPeople)
    throw new Unreadable(`El archivo tiene ${body.length} personas; caben ${limits.importedPeople} por archivo: pártelo.`)
  if (!isReadable) return { people: [], columns, table: about, missing: has('email') ? 'name' : 'email' }
  const rowsByEmail = new Map<string, number>()
  const people = body.map((row) => personOf(row, table, questions))
  for (const person of people) {
    const first = rowsByEmail.get(person.email.toLowerCase())
    if (person.problems.length > 0) continue
    if (first !== undefined) person.problems.push(`Repite el correo de la fila ${first}.`)
    else rowsByEmail.set(person.email.toLowerCase(), person.row)
  }
  return { people, columns, table: about, missing: null }
}

/** A column has the answers to a question if its heading is the text of the question. */
function withQuestions(questions: readonly Question[]): Recognition<Field> {
  const names = questions.map(({ id, label }) => [answerField(id), wordsOf(label)])
  return {
    ...recognition,
    fields: [...peopleFields, ...questions.map(({ id }) => answerField(id))],
    names: { ...recognition.names, ...Object.fromEntries(names) },
  }
}

/** Reads the answers in a row. An invalid answer is left out and noted in `doubts`. */
function answersIn(questions: readonly Question[], cellOf: (question: Question) => string, doubts: string[]) {
  const answers: NonNullable<FilePerson['answers']> = {}
  let stored: StoredAnswers = {}
  for (const question of questions) {
    const cell = cellOf(question)
    if (cell === '') continue
    const answer = answerOfText(question, cell)
    // `stored` has the answers read before, because all answers of a person together have a size limit too.
    const checked = checkAnswers([question], { [question.id]: answer }, 'staff', stored)
    const [error] = Object.values(checked.errors)
    if (error) doubts.push(`«${question.label}»: ${error}.`)
    else {
      answers[question.id] = answer
      stored = checked.answers
    }
  }
  return answers
}

function personOf(row: Row, table: Table<Field>, questions: readonly Question[]): FilePerson {
  const problems = row.problem === undefined ? [] : [row.problem]
  const { text, texts } = table.read(row, problems)
  const isYes = (field: Field) => yes.test(fold(text(field)))
  const fields = {
    ...{ name: wholeName(texts), email: text('email'), company: text('company'), position: text('position') },
    ...{ phone: text('phone'), acceptsMarketing: isYes('acceptsMarketing'), isConfirmed: isYes('isConfirmed') },
    ...{ notes: text('notes'), staffNotes: text('staffNotes') },
  }
  const state = text('status')
  const attendance = attendanceOf(state)
  if (attendance === 'away') problems.push(`El archivo dice «${state}».`)
  const doubts = attendance === 'unclear' ? [`El archivo dice «${state}»: marca solo a quien sí viene.`] : []
  const answers = answersIn(questions, (question) => text(answerField(question.id)), doubts)
  const parsed = staffFieldsSchema.safeParse(fields)
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) problems.push(problemOf(String(path[0]), message, fields))
  const shortened = { name: fields.name.slice(0, limits.shortText), email: fields.email.slice(0, limits.email) }
  return {
    row: row.number,
    ...fields,
    ...parsed.data,
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(parsed.success ? {} : shortened),
    problems: [...new Set(problems)],
    doubts,
  }
}

function wholeName(texts: (field: Field) => string[]): string {
  const [[name = ''], first, last] = [texts('name'), texts('firstName').join(' '), texts('lastName').join(' ')]
  const words = fold(name).split(/\s+/)
  const parts = fold(`${first} ${last}`).trim().split(/\s+/)
  const isWhole = name !== '' && parts.every((word) => word === '' || words.includes(word))
  return isWhole ? name : [first || name, last].filter(Boolean).join(' ')
}

function problemOf(field: string, message: string, { name, email }: { name: string; email: string }): string {
  if (field === 'name' && name === '') return 'Falta el nombre.'
  if (field === 'email') return email === '' ? 'Falta el correo.' : 'El correo no es válido.'
  return `${labels[field] ?? ''}: ${message}`
}

const labels: Record<string, string> = {
  name: 'Nombre',
  company: 'Empresa',
  position: 'Cargo',
  phone: 'Teléfono',
  notes: 'Comentarios',
  staffNotes: 'Notas',
}
