import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sectionDefaults } from '../../data/content/defaults.ts'
import { saveSection } from '../../data/content/sections.ts'
import { someEdit } from '../../data/testing.ts'
import { createTestApp, drawCard, log, type TestApp } from '../testing.ts'
import { createPublisher } from './publisher.ts'
import { removeLeftovers } from './site-folder.ts'

/** The tests make a file unwritable that is written after the first and before the second of these files. */
const names = ['index.html', 'agenda.ics']

const published = ({ config }: TestApp, name: string) => join(config.dataDir, 'www', name)
const save = (app: TestApp, location: string) => saveSection(app.db, 'hero', { location }, someEdit)

function locationsOnDisk(app: TestApp): Set<string | undefined> {
  const forms = names.flatMap((name) => {
    const path = published(app, name)
    return [
      readFileSync(path),
      ...(existsSync(`${path}.br`) ? [brotliDecompressSync(readFileSync(`${path}.br`))] : []),
      ...(existsSync(`${path}.gz`) ? [gunzipSync(readFileSync(`${path}.gz`))] : []),
    ]
  })
  return new Set(forms.map((form) => /"location":"(.*?)"/.exec(form.toString())?.[1]))
}

const temporaries = (app: TestApp) =>
  readdirSync(published(app, '.'), { recursive: true }).filter((name) => String(name).endsWith('.tmp'))

/** A folder in the place of a page or of its temporary file makes the page unwritable. */
async function blocked(how: 'before anything is in place' | 'when some are in place') {
  const app = await createTestApp({ isPublished: true })
  await app.publisher.compress()
  save(app, 'Antigua')
  const path = how === 'before anything is in place' ? published(app, 'evento.ics.tmp') : published(app, 'evento.ics')
  rmSync(path, { force: true })
  mkdirSync(join(path, 'en medio'), { recursive: true })
  return { app, free: () => rmSync(path, { recursive: true }) }
}

test.each(['before anything is in place', 'when some are in place'] as const)(
  'all published files stay unchanged if writing fails %s',
  async (how) => {
    const { app } = await blocked(how)
    expect(await app.publisher.publish()).toMatchObject({
      revision: 0,
      error: 'el servidor no pudo escribir la página en su disco',
    })
    expect([...locationsOnDisk(app)]).toEqual([sectionDefaults.hero.location])
    expect(temporaries(app).filter((name) => name !== 'evento.ics.tmp')).toEqual([])
  },
)

test.each(['before anything is in place', 'when some are in place'] as const)(
  'after writing failed %s, the next publish succeeds',
  async (how) => {
    const { app, free } = await blocked(how)
    await app.publisher.publish()
    free()
    expect(await app.publisher.publish()).toMatchObject({ revision: 1, error: null })
    expect([...locationsOnDisk(app)]).toEqual(['Antigua'])
    expect(existsSync(published(app, 'evento.ics'))).toBe(true)
  },
)

test('reverting the save after a failed publish leaves no page of that publish on disk', async () => {
  const { app, free } = await blocked('when some are in place')
  await app.publisher.publish()
  free()
  save(app, sectionDefaults.hero.location)
  expect(await app.publisher.publish()).toMatchObject({ revision: 2, error: null })
  expect([...locationsOnDisk(app)]).toEqual([sectionDefaults.hero.location])
})

test('a start keeps intact published files, and renders old, damaged or missing ones again', async () => {
  const app = await createTestApp({ isPublished: true })
  await app.publisher.compress()
  const files = ['index.html', 'login/index.html', 'manifest.webmanifest', '404.html', 'robots.txt'] as const
  const file = (name: string) => ({ inode: statSync(published(app, name)).ino, br: readFileSync(published(app, `${name}.br`)) })
  const before = files.map(file)
  writeFileSync(published(app, 'manifest.webmanifest'), 'of another version')
  writeFileSync(published(app, '404.html.br'), before[3]?.br.subarray(0, 20) ?? '')
  rmSync(published(app, 'robots.txt.gz'))

  const { db, config, clientDir, pages } = app
  const again = await createPublisher({ db, config, clientDir, render: pages.render, drawCard, log })
  expect((await again.publish()).error).toBeNull()
  await again.compress()
  const after = files.map(file)
  expect(after.map(({ inode }, index) => inode === before[index]?.inode)).toEqual([true, true, false, false, false])
  expect(again.site().files.get('/')?.br).toEqual(before[0]?.br)
  expect([...locationsOnDisk(app)]).toEqual([sectionDefaults.hero.location])
  expect(files.map(file).map(({ br }) => br)).toEqual(before.map(({ br }) => br))
})

test('a start removes only leftovers of an interrupted publish and of old builds', async () => {
  const app = await createTestApp({ isPublished: true, assets: { '_assets/app.2.js': 'now()', 'favicon.svg': '<svg></svg>' } })
  await app.publisher.compress()
  const before = readdirSync(published(app, '.'), { recursive: true }).toSorted()
  for (const name of ['index.html.tmp', 'login/index.html.br.tmp', '_assets/app.1.js', '_assets/app.1.js.br']) {
    writeFileSync(published(app, name), 'old')
  }
  await removeLeftovers(published(app, '.'), app.publisher.site().files)
  expect(readdirSync(published(app, '.'), { recursive: true }).toSorted()).toEqual(before)
})
