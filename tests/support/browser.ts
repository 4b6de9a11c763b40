import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { root } from '../../api/system/root.ts'

// Keeps the browser from looking for updates and the like: tests talk to this machine only.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/**
 * A headless Chromium. The environment's CHROMIUM says which: `packaged` (the one inside @sparticuz/chromium, the same
 * everywhere and the default, for it takes a third of the processor that a whole browser does), `installed`, or a path.
 */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  // The package's own arguments are for cloud functions (a single process, no graphics): too frail for long tests.
  return chromium.launch({
    executablePath: pathOf(process.env.CHROMIUM),
    args: ['--no-sandbox', '--disable-gpu', ...quiet, ...more],
  })
}

/** One with a profile that stays in `folder`, as a phone's does, which can be killed in the middle of anything. */
export async function launchPersistent(
  folder: string,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; kill(): Promise<void> }> {
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    executablePath: pathOf(process.env.CHROMIUM),
    args: ['--no-sandbox', '--disable-gpu', ...quiet],
  })
  async function kill(): Promise<void> {
    const closed = new Promise((resolve) => context.once('close', resolve))
    const session = await context.browser()?.newBrowserCDPSession()
    // It has no time left to answer.
    void session?.send('Browser.crash').catch(() => {})
    await closed
  }
  return { context, kill }
}

function pathOf(wanted: string | undefined): string {
  if (!wanted || wanted === 'packaged') return packaged()
  if (wanted !== 'installed') return wanted
  const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
  if (!installed) throw new Error('CHROMIUM=installed, but there is none in /usr/bin')
  return installed
}

/**
 * The path of the packaged one, unpacked once for each version. By itself the package unpacks to /tmp/chromium and takes
 * what it finds there: another version's file, or half of one that a test beside this one is still writing.
 */
function packaged(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'))
  const folder = join(root, 'node_modules/.cache/chromium', version)
  if (!existsSync(folder)) unpackTo(folder)
  return join(folder, 'chromium')
}

function unpackTo(folder: string): void {
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}-`)
  const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())"
  execFileSync(process.execPath, ['-e', unpack], { cwd: root, env: { ...process.env, TMPDIR: work } })
  try {
    renameSync(work, folder)
  } catch (error) {
    // Somebody else was first.
    rmSync(work, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}
