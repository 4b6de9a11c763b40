import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createTestApp } from '../api/testing.ts'
import { svg, upload } from '../api/uploads/testing.ts'
import { saveSection } from '../data/content/sections.ts'
import { archivePeople } from '../data/editions/archived-people.ts'
import { finishEdition, listEditions, prepareEdition } from '../data/editions/editions.ts'
import { addItem, addRegistration, someEdit, temporaryDir } from '../data/testing.ts'
import { command } from '../tests/support/commands.ts'
import { exportAll } from './export-all.ts'

async function exported() {
  const app = await createTestApp({ database: 'file' })
  saveSection(app.db, 'about', { title: 'Sobre la «conferencia»' }, someEdit)
  const scenario = addItem(app.db, 'scenarios', { name: 'Sala Maya' })
  const speaker = addItem(app.db, 'speakers', { name: '=Ana López' })
  addItem(app.db, 'events', { title: 'Charla', scenarioId: scenario.id, speakerId: speaker.id })
  const { address } = await upload(app, 'logo.svg', svg)
  addRegistration(app.db, { name: 'Xóchitl Ajú', email: 'xochitl@ejemplo.gt' })
  addRegistration(app.db, { name: 'José Pérez', email: 'jose@ejemplo.gt' })
  const folder = join(temporaryDir(), 'todo')
  const amounts = await exportAll({ db: app.db, storage: app.uploads.storage, timeZone: 'America/Guatemala' }, folder)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const rows = (name: string): Record<string, string>[] => parse(read(name), { bom: true, columns: true })
  return { app, folder, amounts, read, rows, address }
}

test('the full export has texts, lists, people and uploads as common file formats', async () => {
  const { folder, amounts, read, rows, address } = await exported()
  expect(amounts).toEqual({ registrations: 2, files: 1 })
  expect(JSON.parse(read('contenido.json'))).toMatchObject({
    about: { title: 'Sobre la «conferencia»' },
    scenarios: [{ name: 'Sala Maya' }],
    events: [{ title: 'Charla' }],
  })
  expect(rows('events.csv')).toMatchObject([{ title: 'Charla', scenario: 'Sala Maya', speakers: "'=Ana López" }])
  expect(rows('speakers.csv')).toMatchObject([{ name: "'=Ana López" }])
  expect(rows('registros.csv').map(({ Nombre }) => Nombre)).toEqual(expect.arrayContaining(['Xóchitl Ajú', 'José Pérez']))
  expect(JSON.parse(read('registros.json'))).toEqual(
    expect.arrayContaining([expect.objectContaining({ email: 'xochitl@ejemplo.gt', status: 'registered' })]),
  )
  expect(read(`public-objects/${address.fileName}`)).toContain('<svg')
  for (const name of readdirSync(folder).filter((name) => !name.endsWith('.csv') && name !== 'LEEME.txt'))
    expect(read('LEEME.txt')).toContain(name)
})

test('the full export has a table with the registrations of each past year', async () => {
  const { app } = await exported()
  const keep = { speakers: true, partners: true, texts: true, registrations: 'apart' as const }
  const next = { name: 'Conferencia 2099', eventDate: '2099-11-20', keep }
  prepareEdition(app.db, '2025', someEdit.at)
  expect(finishEdition(app.db, next, { uploads: [], constancia: {} }, someEdit)).toMatchObject({ outcome: 'saved' })
  const finishedAt = listEditions(app.db)[0]?.finishedAt ?? ''
  archivePeople(app.db, '2025', finishedAt, 10)
  addRegistration(app.db, { name: 'Berta', email: 'berta@ejemplo.gt' }, new Date(Date.parse(finishedAt) + 1).toISOString())
  const folder = join(temporaryDir(), 'todo')
  await exportAll({ db: app.db, storage: app.uploads.storage, timeZone: 'America/Guatemala' }, folder)
  const people = (name: string) =>
    parse<Record<string, string>>(readFileSync(join(folder, name)), { bom: true, columns: true }).map(({ Nombre }) => Nombre)
  expect(people('registros-2025.csv').toSorted()).toEqual(['José Pérez', 'Xóchitl Ajú'])
  expect(people('registros.csv')).toEqual(['Berta'])
})

test('only the owner can read the exported files, and they contain no secret links', async () => {
  const { app, folder } = await exported()
  const secrets = app.db.prepare<[], string>('SELECT token FROM registrations').pluck().all()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    expect([entry.name, statSync(path).mode & 0o077]).toEqual([entry.name, 0])
    if (entry.isFile()) for (const secret of secrets) expect(readFileSync(path, 'utf8')).not.toContain(secret)
  }
  expect(secrets.length).toBe(2)
})

test('refuses to export into a folder that is not empty', async () => {
  const { app, folder } = await exported()
  const full = join(folder, '..', 'lleno')
  mkdirSync(full)
  writeFileSync(join(full, 'tesis.txt'), 'mía')
  await expect(exportAll({ db: app.db, storage: app.uploads.storage, timeZone: 'UTC' }, full)).rejects.toThrow('no está vacía')
  expect(readdirSync(join(full))).toEqual(['tesis.txt'])
})

test('`npm run export -- --all` needs no server and no build', async () => {
  const { app } = await exported()
  const folder = join(temporaryDir(), 'otra')
  const ended = await command('export', app.config.dataDir, ['--all', folder])
  expect(ended).toEqual({
    code: 0,
    said: `Exportado en ${folder}: 2 registros, 1 archivos y todo el contenido; LEEME.txt lo describe.\n`,
  })
  expect(readdirSync(folder)).toContain('contenido.json')
})
