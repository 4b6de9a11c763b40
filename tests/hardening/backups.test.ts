import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { signedIn } from '../../demo/client.ts'
import { register } from '../reliability/visitors.ts'
import { command, shiftedClock } from '../support/commands.ts'
import { isFull, some } from '../support/full.ts'
import { admin, type Product, startProduct } from '../support/product.ts'
import { filesHolding } from './client.ts'

/** Starts a product and removes its first backup. */
async function startWithoutBackup(env: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct(env)
  rmSync(join(product.dataDir, 'backups'), { recursive: true })
  return product
}

/** Starts a product without backup, and removes the product after the test. */
async function started(env: Record<string, string>): Promise<Product> {
  const product = await startWithoutBackup(env)
  onTestFinished(product.discard)
  return product
}

/** Returns the names of the backup folders in a DATA_DIR. */
const backupsOf = (dataDir: string) => readdirSync(join(dataDir, 'backups')).filter((name) => /^\d{4}-.*Z$/.test(name))

const firstBackup = (dataDir: string) => join(dataDir, 'backups', backupsOf(dataDir)[0] ?? '')

describe('a forged backup', () => {
  /** Copies a real backup, to be changed, and names a DATA_DIR in which to restore it. */
  function backup() {
    const folder = join(temporaryDir(), 'respaldo')
    cpSync(firstBackup(process.env.FIRST_START ?? ''), folder, { recursive: true })
    const around = temporaryDir()
    const dataDir = join(around, 'data')
    mkdirSync(dataDir)
    const proof = JSON.parse(readFileSync(join(folder, 'proof.json'), 'utf8'))
    return { folder, around, dataDir, proof, writeProof: () => writeFileSync(join(folder, 'proof.json'), JSON.stringify(proof)) }
  }

  test('rejects a forged backup with file names outside DATA_DIR', async () => {
    const { folder, around, dataDir, proof, writeProof } = backup()
    for (const name of some(['public/../../../evil.txt', 'www/index.html', '../../evil.txt', 'public/.htaccess'], 2)) {
      proof.uploads = { [name]: 4 }
      const path = join(folder, 'uploads', name)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, 'evil')
      writeProof()
      const { code, said } = await command('restore', dataDir, [folder])
      expect([name, code, said]).toEqual([name, 1, expect.stringContaining('no es el nombre de un archivo subido')])
      rmSync(path)
    }
    expect(readdirSync(around)).toEqual(['data'])
    expect(existsSync(join(dataDir, 'conference.db'))).toBe(false)
  })

  test.each(some(['a file', 'the folder of files'], 1))(
    'rejects a forged backup with a symbolic link in place of %s',
    async (what) => {
      const { folder, dataDir, proof, writeProof } = backup()
      const name = '1700000000000-0123456789abcdef.webp'
      const elsewhere = temporaryDir()
      writeFileSync(join(elsewhere, name), 'a private key')
      proof.uploads = { [`public/${name}`]: statSync(join(elsewhere, name)).size }
      writeProof()
      const files = join(folder, 'uploads/public')
      if (what === 'a file') symlinkSync(join(elsewhere, name), join(files, name))
      else {
        rmSync(files, { recursive: true })
        symlinkSync(elsewhere, files)
      }
      const { code, said } = await command('restore', dataDir, [folder])
      expect([code, said]).toEqual([1, expect.stringMatching(/es un enlace|no es una carpeta/)])
      expect(existsSync(join(dataDir, 'uploads/public', name))).toBe(false)
    },
  )

  test('rejects a forged backup whose database has a trigger', async () => {
    const { folder, dataDir, proof, writeProof } = backup()
    const file = join(folder, 'conference.db')
    const db = new Database(file)
    db.exec('CREATE TRIGGER evil AFTER INSERT ON registrations BEGIN DELETE FROM registrations; END')
    db.close()
    const bytes = readFileSync(file)
    proof.database = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    writeProof()
    const { code, said } = await command('restore', dataDir, [folder])
    expect([code, said]).toEqual([1, expect.stringContaining('instrucciones que este programa no escribió')])
  })
})

describe('a clock that jumps', () => {
  test.runIf(isFull)('a clock that is ten years wrong deletes no backups', async () => {
    const clock = shiftedClock()
    const product = await started(clock.env)
    // Ends the server, because it would make a backup of its own a minute after the start.
    await product.end()
    for (const days of [-4, -3, -2, -1]) {
      clock.setDays(days)
      expect((await command('backup', product.dataDir, [], clock.env)).code).toBe(0)
    }
    const before = backupsOf(product.dataDir)
    clock.setDays(3650)
    expect((await command('backup', product.dataDir, [], clock.env)).code).toBe(0)
    clock.setDays(-3650)
    const past = await command('backup', product.dataDir, [], clock.env)
    expect(past).toEqual({ code: 0, said: expect.stringContaining('hay respaldos con fecha futura') })
    clock.setDays(0)
    const all = backupsOf(product.dataDir)
    expect(all.filter((name) => before.includes(name))).toEqual(before)
    expect(all).toHaveLength(6)

    await product.restart()
    const client = await signedIn(product.origin, admin)
    const { last, error } = await (await client('GET /api/backups')).json()
    expect(error).toMatch(/hay respaldos con fecha futura .*; revisa el reloj del servidor/)
    expect(Date.parse(last.takenAt)).toBeLessThan(Date.now())
    // The future backups do not keep the command from making the next backup.
    expect((await command('backup', product.dataDir, [], clock.env)).code).toBe(0)
    expect(backupsOf(product.dataDir)).toHaveLength(7)
  })

  test.runIf(isFull)('a clock that is ten years ahead deletes no entries of the activity log', async () => {
    const clock = shiftedClock()
    const product = await started(clock.env)
    const year = new Date().getFullYear()
    const years = async () => {
      const lines: { at: string }[] = await (await (await signedIn(product.origin, admin))('GET /api/audit')).json()
      return new Set(lines.map(({ at }) => new Date(at).getFullYear() - year))
    }
    await years()
    clock.setDays(3650)
    expect(await years()).toContain(0)
    await product.restart()
    expect(await years()).toContain(0)
  })
})

test.runIf(isFull)('reports an upload damaged on the disk if the page uses the upload', async () => {
  const clock = shiftedClock()
  const product = await started(clock.env)
  const client = await signedIn(product.origin, admin)
  const name = '1700000000000-0123456789abcdef.webp'
  const file = join(product.dataDir, 'uploads/public', name)
  writeFileSync(file, 'a picture')
  const show = (headerLogo: string) => client('PUT /api/hero', { headerLogo })
  expect((await show(`/public-objects/${name}`)).status).toBe(200)
  let days = 0
  // Moves the clock, because a backup's name has only seconds.
  const backUp = (args: string[] = []) => {
    days += 0.01
    clock.setDays(days)
    return command('backup', product.dataDir, args, clock.env)
  }
  expect(await backUp()).toMatchObject({ code: 0 })
  writeFileSync(file, 'A picture')
  const alarm = expect.stringContaining(`archivos subidos que el disco cambió (public/${name}): súbelos de nuevo`)
  expect(await backUp()).toEqual({ code: 1, said: alarm })
  // The server calls the command with --due. Exit code 2 means that there is a backup, but with a problem.
  expect(await backUp(['--due'])).toEqual({ code: 2, said: alarm })
  expect((await (await client('GET /api/backups')).json()).error).toEqual(alarm)

  await show('/public-objects/1800000000000-0123456789abcdef.webp')
  expect(await backUp()).toEqual({ code: 0, said: expect.stringContaining(`ya no se usan (public/${name})`) })
  expect((await (await client('GET /api/backups')).json()).error).toBeNull()
})

describe('personal data in backups', () => {
  const berta = 'berta@correosecreto.gt'

  /** A stopped server. Its backup has Ana, Berta and the user Luis. Berta and Luis were deleted after the backup. */
  let product: Product
  afterAll(() => product?.discard())
  beforeAll(async () => {
    product = await startWithoutBackup()
    const client = await signedIn(product.origin, admin)
    for (const email of ['ana@correosecreto.gt', berta]) expect(await register(product, email)).toBe(201)
    const luis = await (
      await client('POST /api/users', { name: 'Luis', email: 'luis@correosecreto.gt', password: 'una-frase-larga' })
    ).json()
    await command('backup', product.dataDir)
    const registrations: { id: string; email: string }[] = await (await client('GET /api/registrations')).json()
    const id = registrations.find(({ email }) => email === berta)?.id
    expect((await client(`DELETE /api/registrations/${id}`)).status).toBe(200)
    expect((await client(`DELETE /api/users/${luis.id}`)).status).toBe(200)
    await product.end()
  })

  /** Returns a copy of this DATA_DIR, and the backup in the copy. */
  function deletedSince() {
    const dataDir = join(temporaryDir(), 'data')
    cpSync(product.dataDir, dataDir, { recursive: true })
    return { dataDir, from: firstBackup(dataDir) }
  }

  const people = (dataDir: string) => {
    const db = new Database(join(dataDir, 'conference.db'), { readonly: true })
    const emails = db.prepare('SELECT email FROM registrations UNION SELECT email FROM users ORDER BY 1').pluck().all()
    db.close()
    return emails
  }

  test('restoring an older backup also deletes the people who were deleted since then', async () => {
    const { dataDir, from } = deletedSince()
    const { code, said } = await command('restore', dataDir, [from])
    expect([code, said]).toEqual([0, expect.stringContaining('Eliminados de nuevo: 1 registros, 1 usuarios')])
    expect(people(dataDir)).toEqual(['admin@ejemplo.gt', 'ana@correosecreto.gt'])
    expect(filesHolding({ dataDir }, berta).filter((path) => !/^(backups|before-restore-)/.test(path))).toEqual([])
    expect(filesHolding({ dataDir }, 'ana@correosecreto.gt')).toContain('conference.db')
  })

  test('restoring a copy of a backup does not bring back deleted people', async () => {
    const { dataDir, from } = deletedSince()
    const copied = join(temporaryDir(), 'conferencia')
    cpSync(join(dataDir, 'backups'), copied, { recursive: true })
    const elsewhere = join(temporaryDir(), 'data')
    expect((await command('restore', elsewhere, [join(copied, basename(from))])).code).toBe(0)
    expect(people(elsewhere)).toEqual(['admin@ejemplo.gt', 'ana@correosecreto.gt'])

    writeFileSync(join(dataDir, 'conference.db'), 'nonsense')
    expect((await command('restore', dataDir, [from])).code).toBe(0)
    expect(people(dataDir)).toEqual(['admin@ejemplo.gt', 'ana@correosecreto.gt'])
  })

  test.runIf(isFull)('deleted personal data is gone from all backups after 14 days', async () => {
    const clock = shiftedClock()
    const product = await started(clock.env)
    await register(product, berta)
    for (const days of [0, 1, 2]) {
      clock.setDays(days)
      expect((await command('backup', product.dataDir, [], clock.env)).code).toBe(0)
    }
    await product.end()
    const names = backupsOf(product.dataDir)
    expect((await command('restore', product.dataDir, [join(product.dataDir, 'backups', names[0] ?? '')], clock.env)).code).toBe(
      0,
    )
    const aside = () => readdirSync(product.dataDir).filter((name) => name.startsWith('before-restore-'))
    expect(aside()).toHaveLength(1)
    writeFileSync(join(product.dataDir, 'conference.db'), 'nonsense')
    // Expired backups are removed two at a time.
    for (const days of [4, 6, 8, 10, 12, 14, 16, 18, 20]) {
      clock.setDays(days)
      expect((await command('backup', product.dataDir, [], clock.env)).code).toBe(1)
      if (days < 14) expect([backupsOf(product.dataDir), aside()]).toEqual([names, [expect.any(String)]])
    }
    // The newest valid backup stays.
    expect([backupsOf(product.dataDir), aside()]).toEqual([names.slice(2), []])
  })
})
