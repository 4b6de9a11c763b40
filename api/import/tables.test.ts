import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { TableChoice } from '../../data/import/source.ts'
import { csvSheet } from './csv.ts'
import { readPeople } from './read-people.ts'
import { readTable } from './read-table.ts'
import { xlsxSheets } from './read-xlsx.ts'

const place = { timeZone: 'America/Guatemala', eventDay: '2026-12-05' }

const lines = (...rows: string[]) => `${rows.join('\n')}\n`

const programme = (data: string, choice?: TableChoice) => readTable([csvSheet(data)], place, choice)
const people = (data: string, choice?: TableChoice) => readPeople([csvSheet(data)], choice)

type Programme = ReturnType<typeof programme>

const times = ({ talks }: Programme) =>
  talks.map(({ title, day, startTime, endTime, problems }) => [title, `${day} ${startTime}-${endTime}`, ...problems])

const persons = ({ people }: ReturnType<typeof readPeople>) =>
  people.map(({ name, email, problems }) => [name, email, ...problems])

async function workbook(sheets: Parameters<typeof writeXlsx>[0]['sheets']) {
  return xlsxSheets(Buffer.from(await writeXlsx({ sheets })).toString('base64'))
}

test('reports a row with a date that does not exist, and reads the other rows', () => {
  const data = lines(
    'Title,Scheduled At,Scheduled Duration,Room',
    'Mapas,2026-12-05 9:00,40,Ceiba',
    'Redes,2026-02-29 09:00,40,Ceiba',
    'Nubes,2026-12-05T11:00,40,Ceiba',
    'Gatos,0000-00-00 00:00,40,Ceiba',
    'Datos,2026-12-05 12:00,9e99,Ceiba',
  )
  expect(times(programme(data))).toEqual([
    ['Mapas', '2026-12-05 09:00-09:40'],
    ['Nubes', '2026-12-05 11:00-11:40'],
    ['Redes', ' -', '«2026-02-29 09:00» no se entiende como hora: escríbela como 09:00.'],
    ['Gatos', ' -', '«0000-00-00 00:00» no se entiende como hora: escríbela como 09:00.'],
    ['Datos', ' -', '«9e99» no se entiende como duración: escribe los minutos, como 45.'],
  ])
})

test('reads dates in common notations', () => {
  const data = lines(
    'Fecha,Hora,Título',
    'viernes 4 de diciembre,09:00,A',
    '5/12/26,10:00,B',
    '2026.12.05,11:00,C',
    'Dec 6,12:00,D',
    '12/25/2026,13:00,E',
    '31 de abril,14:00,F',
    '7,15:00,G',
  )
  expect(times(programme(data))).toEqual([
    ['A', '2026-12-04 09:00-'],
    ['B', '2026-12-05 10:00-'],
    ['C', '2026-12-05 11:00-'],
    ['D', '2026-12-06 12:00-'],
    ['E', ' -', '«12/25/2026» no se entiende como día: escríbelo como 2026-12-05 o 5/12/2026.'],
    ['F', ' -', '«31 de abril» no se entiende como día: escríbelo como 2026-12-05 o 5/12/2026.'],
    ['G', ' -', '«7» no se entiende como día: escríbelo como 2026-12-05 o 5/12/2026.'],
  ])
})

test('an empty cell for the day takes the day of the nearest row above', () => {
  const below = lines('Día,Hora,Título', '5/12/2026,9:00,A', ',10:00,B', '6/12/2026,9:00,C', ',10:00,D')
  expect(times(programme(below)).map(([, when]) => when)).toEqual([
    '2026-12-05 09:00-',
    '2026-12-05 10:00-',
    '2026-12-06 09:00-',
    '2026-12-06 10:00-',
  ])
  expect(times(programme(lines('Título,Inicio,Fin', 'A,9:00,9:45')))).toEqual([['A', '2026-12-05 09:00-09:45']])
  expect(times(programme(lines('Título,Día,Inicio', 'A,,9:00')))).toEqual([['A', '2026-12-05 09:00-']])
  const headed = lines('Hora,Título,Sala', 'Sábado 5 de diciembre,,', '9:00,A,Ceiba', 'Domingo 6,,', '10:00,B,Ceiba')
  expect(times(programme(headed))).toEqual([
    ['A', '2026-12-05 09:00-'],
    ['B', '2026-12-06 10:00-'],
  ])
  const late = lines('Título,Día,Inicio', 'A,,9:00', 'B,6/12/2026,9:00')
  expect(times(programme(late))[1]).toEqual(['A', ' -', 'Le falta el día.'])
})

test('reads times, ranges and durations in common notations', () => {
  const data = lines(
    'Fecha,Horario,Duración,Título',
    '2026-12-05,8:30 - 9:10 a. m.,,A',
    '2026-12-05,10:00h,45 min,B',
    '2026-12-05,11:00 hrs,1h 15,C',
    '2026-12-05,2 pm,media hora,D',
    '2026-12-05,4 de la tarde,,E',
    '2026-12-05,17:00,un rato,F',
  )
  expect(times(programme(data))).toEqual([
    ['A', '2026-12-05 08:30-09:10'],
    ['B', '2026-12-05 10:00-10:45'],
    ['C', '2026-12-05 11:00-12:15'],
    ['D', '2026-12-05 14:00-14:30'],
    ['E', ' -', '«4 de la tarde» no se entiende como hora: escríbela como 09:00.'],
    ['F', ' -', '«un rato» no se entiende como duración: escribe los minutos, como 45.'],
  ])
})

test('if no column is recognised as the title, returns sample values of each column', () => {
  const data = lines('Cuándo,Empieza,Cosa', '2026-12-05,09:00,Redes', '2026-12-05,10:00,Nubes', '2026-12-06,11:00,Gatos')
  const first = programme(data)
  expect(first).toMatchObject({ talks: [], missing: 'title', columns: { Cuándo: 'day', Empieza: 'startTime', Cosa: '' } })
  expect(first.table?.samples).toEqual([
    { column: 'Cuándo', values: ['2026-12-05', '2026-12-06'] },
    { column: 'Empieza', values: ['09:00', '10:00'] },
    { column: 'Cosa', values: ['Redes', 'Nubes'] },
  ])
  const read = programme(data, { columns: { ...first.columns, Cosa: 'title' } })
  expect([read.missing, times(read)[2]]).toEqual([null, ['Gatos', '2026-12-06 11:00-']])
  for (const heading of ['Actividad', 'Nombre de la sesión', 'Tema', 'Título de la ponencia'])
    expect(programme(data.replace('Cosa', heading)).talks[0]?.title).toBe('Redes')
})

test.each([
  ['Título,Ponente,Ponente', 'A,Ana Batz,Beto Choc'],
  ['Título,Speaker 1,Speaker 2', 'A,Ana Batz,Beto Choc'],
  ['Título,Speakers', 'A,"Ana Batz, Beto Choc"'],
  ['Título,Speakers', 'A,Ana Batz y Beto Choc'],
  ['Título,Speakers', 'A,Ana Batz|Beto Choc'],
  ['Título,Speakers', 'A,Ana Batz / Beto Choc'],
  ['Título,Speakers', 'A,"Ana Batz\nBeto Choc"'],
  ['Título,Speakers', 'A,Ana Batz & Beto Choc'],
])('the headings %j and the row %j give two speakers', (headings, row) => {
  const { speakers, talks } = programme(lines(headings, row))
  expect([speakers.map(({ name }) => name), talks[0]?.speakers]).toEqual([
    ['Ana Batz', 'Beto Choc'],
    ['Ana Batz', 'Beto Choc'],
  ])
})

test('keeps a name with a comma or a conjunction as one name', () => {
  const names = (...cells: string[]) => programme(lines('Título,Speakers', ...cells)).speakers.map(({ name }) => name)
  expect(names('A,Santiago Ramón y Cajal', 'B,"Ana Batz, PhD"', 'C,"Choc, Beto"')).toEqual([
    'Santiago Ramón y Cajal',
    'Ana Batz, PhD',
    'Choc, Beto',
  ])
  expect(names('A,Ana y Luis', 'B,"Zoila, Luis y Ana"', 'C,Zoila')).toEqual(['Ana', 'Luis', 'Zoila'])
  expect(names('A,"Ana Batz, Beto Choc y Eva Paz"')).toEqual(['Ana Batz', 'Beto Choc', 'Eva Paz'])
})

test('joins abstract and description of a talk, unless they are equal', () => {
  const data = lines('Title,Abstract,Description', 'A,Breve.,Larga.', 'B,Igual.,Igual.', 'C,,Larga.')
  expect(programme(data).talks.map(({ description }) => description)).toEqual(['Breve.\n\nLarga.', 'Igual.', 'Larga.'])
})

test('reads the stored result of a formula cell in an Excel file, without computing it', async () => {
  const cells = new Map([
    ['1,0', { formula: 'CONCAT(A9,"x")', formulaResult: 'Redes', type: 'formula', value: null }],
    ['2,0', { formula: 'CONCAT(A9,"x")', type: 'formula', value: null }],
    ['3,0', { formula: 'A9', formulaResult: '=HYPERLINK("https://mal.gt")', type: 'formula', value: null }],
    ['4,0', { formula: 'A9', formulaResult: '#N/A', type: 'formula', value: null }],
  ] as const)
  const rows = [['Título', 'Inicio'], ...[0.375, 0.4, 0.5, 0.6].map((hour) => [null, hour])]
  const { talks } = readTable(await workbook([{ name: 'x', rows, cells: new Map<string, object>(cells) }]), place)
  expect(talks.map(({ title, row, problems }) => [title, row, ...problems])).toEqual([
    ['Redes', 2],
    ['', 3, '«Título» tiene una fórmula sin su valor: escríbelo.'],
    ['', 4, '«Título» tiene una fórmula: escribe su valor.'],
    ['', 5, '«Título» tiene el error «#N/A».'],
  ])
})

test('reads the sheet with the most recognised headings, unless another sheet is chosen', async () => {
  const sheets = await workbook([
    { name: 'Notas', rows: [['Pendientes'], ['Llamar']] },
    { name: 'Sábado', rows: [['Programa'], [], ['Hora', 'Título'], ['9:00', 'Redes']] },
    {
      name: 'Domingo',
      rows: [
        ['Hora', 'Título'],
        ['10:00', 'Nubes'],
      ],
    },
    { name: 'Oculta', hidden: true, rows: [['Hora', 'Título', 'Sala', 'Fecha']] },
  ])
  const { table, talks } = readTable(sheets, place)
  expect(table).toMatchObject({ sheets: ['Notas', 'Sábado', 'Domingo'], sheet: 'Sábado', headings: 3 })
  expect(talks.map(({ title }) => title)).toEqual(['Redes'])
  expect(readTable(sheets, place, { sheet: 'Domingo' }).talks.map(({ title }) => title)).toEqual(['Nubes'])
})

test.each([
  ['below a title', lines('Asistentes 2026,,', ',,', 'Nombre,Correo,Empresa', 'Ana Batz,ana@ejemplo.gt,Telas')],
  ['behind the line that names the delimiter', 'sep=;\r\nNombre;Correo;Empresa\r\nAna Batz;ana@ejemplo.gt;Telas\r\n'],
  [
    'below facts about the list',
    lines('Evento,Feria,', 'Creado,2/11/2026,', 'Nombre,Correo,Empresa', 'Ana Batz,ana@ejemplo.gt,Telas'),
  ],
  ['repeated on each page', lines('Nombre,Correo,Empresa', 'Ana Batz,ana@ejemplo.gt,Telas', 'Nombre,Correo,Empresa')],
])('recognises the column headings %s', (_, data) => {
  const read = people(data)
  expect([read.columns, persons(read)]).toEqual([
    { Nombre: 'name', Correo: 'email', Empresa: 'company' },
    [['Ana Batz', 'ana@ejemplo.gt']],
  ])
})

test('guesses the columns of a table without headings from its cells', () => {
  const data = lines('Ana Batz,ana@ejemplo.gt', 'Beto Choc,beto@ejemplo.gt')
  const read = people(data)
  expect([read.table.headings, read.columns]).toEqual([0, { 'Columna A': 'name', 'Columna B': 'email' }])
  expect(persons(read)).toEqual([
    ['Ana Batz', 'ana@ejemplo.gt'],
    ['Beto Choc', 'beto@ejemplo.gt'],
  ])
  expect(persons(people(data, { headings: 1 }))).toEqual([['Beto Choc', 'beto@ejemplo.gt']])
})

test.each([
  ['Contacto,Contacto 2,Participante', 'luis@ejemplo.gt,44441234,Luis Poz', 'email phone name'],
  [
    '¿Cómo te llamas?,¿A qué correo te escribimos?,¿A qué número?,¿Dónde trabajas?',
    'Ana Paz,a@b.gt,+502 5555-1234,USAC',
    'name email phone company',
  ],
  ['Carnet,DPI,Nombre,Mail', '20261234,1234567890101,Eva Sol,eva@ejemplo.gt', '  name email'],
  ['Nombre,Mail,¿Quieres recibir novedades?', 'Eva Sol,eva@ejemplo.gt,Sí', 'name email acceptsMarketing'],
])('in a list of people, guesses the columns %j by words in the headings or cells', (headings, row, fields) => {
  expect(Object.values(people(lines(headings, row)).columns).join(' ')).toBe(fields)
})

test('recognises the headings of Google Forms and similar services', () => {
  const data = lines(
    'Marca temporal,Nombre completo *,Correo electrónico (personal),Cel.,¿De qué empresa nos visitas?,¿Aceptas recibir correos?',
    '1/12/2026 9:00,Ana Batz,ana@ejemplo.gt,5555 1234,Telas,Sí',
  )
  expect(people(data).columns).toEqual({
    'Marca temporal': '',
    'Nombre completo *': 'name',
    'Correo electrónico (personal)': 'email',
    'Cel.': 'phone',
    '¿De qué empresa nos visitas?': 'company',
    '¿Aceptas recibir correos?': '',
  })
  expect(people(lines('Quién,A dónde', 'Ana Batz,ana@ejemplo.gt')).columns).toEqual({ Quién: 'name', 'A dónde': 'email' })
})

test.each([
  ['Nombre,Apellidos', 'Ixchel,Cojtí Batz', undefined],
  ['Nombre,Apellidos', 'Ixchel,Cojtí Batz', { Nombre: 'name', Apellidos: 'lastName' }],
  ['Nombre completo,Nombre,Apellidos', 'Ixchel Cojtí Batz,Ixchel,Cojtí Batz', undefined],
  ['name,first_name,last_name', 'Ixchel,Ixchel,Cojtí Batz', undefined],
  ['Nombres,Apellido paterno,Apellido materno', 'Ixchel,Cojtí,Batz', undefined],
  ['Nombre,Apellidos,Apellidos', 'Ixchel,Cojtí,Batz', undefined],
])('joins first names and surnames if the columns are %j', (headings, row, columns) => {
  const data = lines(`${headings},Correo`, `${row},ixchel@ejemplo.gt`)
  const choice = columns && { columns: { ...columns, Correo: 'email' } }
  expect(persons(people(data, choice))).toEqual([['Ixchel Cojtí Batz', 'ixchel@ejemplo.gt']])
})

test.each([
  ['Estado', 'new', 'Con lugar', 'Confirmada', 'Sí', ''],
  ['Attendee Status', 'new', 'Attending', 'Checked In', 'Registered'],
  ['approval_status', 'new', 'approved'],
  ['Estado', 'away', 'Rechazada', 'No asistirá', 'Cancelada por el asistente', 'Anulado', 'No viene', 'No'],
  ['Attendee Status', 'away', 'Not Attending', 'Deleted', 'Refunded'],
  ['approval_status', 'away', 'declined', 'rejected'],
  ['Estado', 'unclear', 'En espera', 'Pendiente', 'Sin confirmar', 'No confirmado', 'Tal vez', 'Jalisco'],
  ['RSVP', 'unclear', 'invited', 'waitlist', 'pending_approval', 'maybe', 'no reply'],
])('the column %j marks an imported person as %s if its value is %s', (heading, outcome, ...states) => {
  for (const state of states) {
    const [person] = people(lines(`Nombre,Correo,${heading}`, `Ana,ana@ejemplo.gt,${state}`)).people
    const read = person?.problems.length ? 'away' : person?.doubts.length ? 'unclear' : 'new'
    expect([state, read]).toEqual([state, outcome])
    if (outcome !== 'new') expect([...(person?.problems ?? []), ...(person?.doubts ?? [])].join()).toContain(`«${state}»`)
  }
})

test.each([
  ['inside a text', 'Juan "Chino" Choc;juan@ejemplo.gt', ['Juan "Chino" Choc', 'juan@ejemplo.gt']],
  [
    'that does not close',
    '"Juan Choc;juan@ejemplo.gt',
    ['Juan Choc', 'juan@ejemplo.gt', 'La línea 3 del archivo tiene una comilla que no cierra.'],
  ],
  [
    'inside quotes',
    '"Juan "Chino" Choc";juan@ejemplo.gt',
    ['Juan "Chino" Choc', 'juan@ejemplo.gt', 'La línea 3 del archivo tiene una comilla que no cierra.'],
  ],
  ['at the end', 'Juan Choc";juan@ejemplo.gt', ['Juan Choc"', 'juan@ejemplo.gt']],
])('a quote %s does not prevent the other rows of a table from being read', (_, line, row) => {
  const data = lines('Nombre;Correo', 'Ana Batz;ana@ejemplo.gt', line, 'Eva Paz;eva@ejemplo.gt', 'Cable 5";cable@ejemplo.gt')
  expect(persons(people(data))).toEqual([
    ['Ana Batz', 'ana@ejemplo.gt'],
    row,
    ['Eva Paz', 'eva@ejemplo.gt'],
    ['Cable 5"', 'cable@ejemplo.gt'],
  ])
})

test('reads a quoted cell with several lines and commas as one cell', () => {
  const text = 'Uno, dos\n\nTres, cuatro, cinco\nSeis, siete'
  const { talks } = programme(lines('Título,Inicio,Descripción', `A,9:00,"${text}"`, 'B,10:00,', `C,11:00,"${text}"`))
  expect(talks.map(({ title, description }) => [title, description])).toEqual([
    ['A', text],
    ['B', ''],
    ['C', text],
  ])
})

test('reports rows with characters of a wrong encoding', () => {
  const read = people(lines('Nombre,Correo', 'JosÃ© Paz,jose@ejemplo.gt', 'Jos\ufffd Paz,j@ejemplo.gt', 'José Paz,jo@ejemplo.gt'))
  expect(read.people.map(({ problems }) => problems[0] ?? '')).toEqual([
    '«Nombre» tiene letras dañadas («JosÃ© Paz»): guarda el archivo como «CSV UTF-8».',
    '«Nombre» tiene letras dañadas («Jos\ufffd Paz»): guarda el archivo como «CSV UTF-8».',
    '',
  ])
})

test.each([
  [
    'a comma, and names end with |',
    'Título,Speakers,Tema,Descripción\nA,A|,,Libero\nB,A|,,"- uno\n- dos"\nC,A|,,"- uno\n- dos"\n',
  ],
  ['a comma, and names are joined by ;', 'Título,Speakers,Descripción\nA,Ana;Eva,"uno\ndos\ntres"\nB,Ana;Eva,"uno\ndos"\n'],
  ['a semicolon, and texts have commas', 'Título;Nivel;Descripción\nA, b;1;"uno, x\ndos, y"\nB, c;2;"uno, x\ndos, y"\n'],
  ['a tab, and texts have |', 'Título\tNivel\tDescripción\nA|b\t1\t"uno|x\n""dos|y"""\nB|c\t2\t"uno|x\ndos|y"\n'],
])('finds the delimiter of a table with texts of several lines: %s', (_, data) => {
  const [head, ...rows] = csvSheet(data).rows
  expect(head?.cells[0]).toBe('Título')
  expect(head?.cells.length).toBeGreaterThan(2)
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.map(({ cells }) => String(cells[0])[0])).toEqual(['A', 'B', 'C'].slice(0, rows.length))
})
