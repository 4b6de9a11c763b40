/** `npm run export -- --all carpeta` writes all content as files that can be read without this program. */
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { registrationsCsv } from '../api/export/csv.ts'
import { StartProblem } from '../api/system/start-problem.ts'
import { publicUploads, type Storage } from '../api/uploads/storage.ts'
import { readContent } from '../data/content/content.ts'
import { type CollectionKey, type Content, itemSchemas } from '../data/content/schema.ts'
import type { Db } from '../data/db/db.ts'
import { eachArchivedPerson } from '../data/editions/archived-people.ts'
import { listEditions } from '../data/editions/editions.ts'
import { escapeFormula } from '../data/formulas.ts'
import { archivedQuestions, type QuestionColumn, questionColumns } from '../data/registrations/answers/counts.ts'
import { eachRegistration } from '../data/registrations/registrations.ts'
import type { Registration } from '../data/registrations/schema.ts'

/** Only the owner may read the files, because they contain e-mail addresses. */
const ownerOnly = { mode: 0o600 }

const described = `Todo lo que sabe el sitio de la conferencia, en archivos que se leen sin él.

contenido.json      Todos los textos, listas y ajustes, con los nombres de campo de la API (docs/api.md). UTF-8.
*.csv               Cada lista del contenido como tabla, con esos mismos nombres: speakers (ponentes), scenarios (salas), events
                    (programa), partners (aliados)... En events.csv, "speakers" y "scenario" dicen los nombres.
registros.csv       Las personas registradas, como en la descarga del panel: se abre con Excel o LibreOffice. Hora del evento.
registros.json      Lo mismo con los nombres de la API y las fechas en ISO 8601, UTC. "status": registered tiene lugar, waitlisted
                    espera uno, cancelled canceló. No lleva el enlace secreto de cada persona.
registros-AÑO.csv   Las personas de cada edición anterior que se conservan.
public-objects/     Las imágenes y videos que se subieron. En el contenido se nombran como /public-objects/...

Contiene datos personales: guárdalo donde nadie más lo lea, y bórralo cuando ya no haga falta.
No es un respaldo: para volver a poner el sitio en marcha sirven los de "npm run backup".
`

/** Writes everything or nothing. Throws StartProblem if `folder` is not empty. */
export async function exportAll(
  { db, storage, timeZone }: { db: Db; storage: Storage; timeZone: string },
  folder: string,
): Promise<{ registrations: number; files: number }> {
  const target = resolve(folder)
  if (existsSync(target) && (await readdir(target)).length > 0) throw new StartProblem(`la carpeta ${target} no está vacía`)
  await mkdir(dirname(target), { recursive: true })
  const work = await mkdtemp(join(dirname(target), `.${basename(target)}-`))
  try {
    await writeFile(join(work, 'LEEME.txt'), described, ownerOnly)
    const { content } = readContent(db)
    await writeFile(join(work, 'contenido.json'), json(content), ownerOnly)
    for (const key of Object.keys(itemSchemas) as CollectionKey[])
      await writeFile(join(work, `${key}.csv`), table(rowsOf(content, key)), ownerOnly)
    const registrations = [...eachRegistration(db, {})]
    await writeFile(join(work, 'registros.json'), json(registrations), ownerOnly)
    const writePeople = (name: string, people: Iterable<Registration>, questions: QuestionColumn[]) =>
      pipeline(registrationsCsv(people, timeZone, questions), createWriteStream(join(work, name), ownerOnly))
    await writePeople('registros.csv', registrations, questionColumns(db, {}))
    for (const { year, people } of listEditions(db))
      if (people > 0) await writePeople(`registros-${year}.csv`, eachArchivedPerson(db, year), archivedQuestions(db, year))
    const files = await copyUploads(storage, join(work, 'public-objects'))
    await rename(work, target)
    return { registrations: registrations.length, files }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

type Row = Record<string, unknown>

/** Events also get the names of their room and speakers, because readers cannot use ids. */
function rowsOf(content: Content, key: CollectionKey): Row[] {
  if (key !== 'events') return content[key] as Row[]
  const nameIn = (list: { id: string; name: string }[], id: string) => list.find((item) => item.id === id)?.name ?? ''
  return content.events.map((event) => ({
    ...event,
    scenario: nameIn(content.scenarios, event.scenarioId),
    speakers: event.speakerIds.map((id) => nameIn(content.speakers, id)).join(', '),
  }))
}

/** Returns CSV in UTF-8 with a BOM, which Excel needs. */
function table(rows: Row[]): string {
  const columns = [...new Set(rows.flatMap(Object.keys))]
  const cell = (value: unknown) =>
    escapeFormula(typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value))
  return stringify([columns, ...rows.map((row) => columns.map((column) => cell(row[column])))], {
    bom: true,
    record_delimiter: 'windows',
  })
}

async function copyUploads(storage: Storage, folder: string): Promise<number> {
  await mkdir(folder, { mode: 0o700 })
  let files = 0
  for await (const { name, bytes } of publicUploads(storage)) {
    await pipeline(bytes, createWriteStream(join(folder, name), ownerOnly))
    files++
  }
  return files
}
