/** Shared fixtures, for the top of test files. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { command, runDemo } from './commands.ts'
import { freePort } from './free-port.ts'
import { admin, type Product, startProduct } from './product.ts'

/** The product for one test file, removed after its last test. */
export async function sharedProduct(env?: Record<string, string>): Promise<Product> {
  return goneAfterwards(await startProduct(env))
}

/** The product with the sample conference, removed after the file's last test. */
export async function sharedDemo(): Promise<Product> {
  return goneAfterwards(await startProduct({}, undefined, (await loadedDemo()).folder))
}

function goneAfterwards(product: Product): Product {
  afterAll(product.discard)
  return product
}

/**
 * Folder with the sample conference, and the output of `npm run demo`. Made once, because each picture takes a process.
 * The tests' administrator can sign in.
 */
export async function loadedDemo(): Promise<{ folder: string; said: string }> {
  const folder = `${process.env.FIRST_START}-demo`
  // The process that creates this folder loads the demo. All other processes wait.
  if (isMade(`${folder}.lock`)) await loadInto(folder)
  for (let tries = 0; !existsSync(folder); tries++) {
    if (tries === 1200)
      throw new Error('The sample conference was never there: the first process that needed it could not load it.')
    await wait(100)
  }
  return { folder, said: readFileSync(saidIn(folder), 'utf8') }
}

const saidIn = (folder: string) => join(`${folder}.lock`, 'said')

async function loadInto(folder: string): Promise<void> {
  const dataDir = join(`${folder}.lock`, 'data')
  writeFileSync(saidIn(folder), await runDemo({ PORT: String(await freePort()), DATA_DIR: dataDir }))
  // Adds the tests' administrator and a backup, as `build-once.ts` does.
  for (const [name, ...args] of [['admin', admin.email, admin.password], ['backup']] as const) {
    const { code, said } = await command(name, dataDir, args)
    if (code !== 0) throw new Error(said)
  }
  renameSync(dataDir, folder)
}

/** Creates the folder. Returns false if it already exists. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

let browser: Promise<Browser> | undefined

/** One browser for all test files in this process. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await browser)?.isConnected()) browser = launchBrowser()
  return browser as Promise<Browser>
}
