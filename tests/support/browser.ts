import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { root } from '../../api/system/root.ts'

// Turns off update checks, because tests use only this machine.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/**
 * Headless Chromium. CHROMIUM selects `packaged` (default: from @sparticuz/chromium, a third of the processor time),
 * `installed` or a path.
 */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  // The package's own arguments, such as a single process, are too fragile for long tests.
  return chromium.launch({
    executablePath: pathOf(process.env.CHROMIUM),
    args: ['--no-sandbox', '--disable-gpu', ...quiet, ...more],
  })
}

/** Starts a browser with its profile in `folder`. The test can kill it at any time. */
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
    // Ignores the error, because the browser crashes before it replies.
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
 * Unpacks Chromium once for each version. The package itself would reuse /tmp/chromium, even if it is another version or half
 * written.
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
    // Another process has unpacked it in the meantime.
    rmSync(work, { recursive: true })
    if (!existsSync(folder)) throw error
  }
}
