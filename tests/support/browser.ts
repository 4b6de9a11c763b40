import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const installed = [process.env.CHROME_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser']

// Keeps the browser from looking for updates and the like: tests talk to this machine only.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** A headless Chromium: an installed one when there is one, else the one inside @sparticuz/chromium. */
export async function launchBrowser(more: string[] = []): Promise<Browser> {
  const found = installed.find((path) => path && existsSync(path))
  // The package's own arguments are for cloud functions (a single process, no graphics): too frail for long tests.
  const executablePath = found ?? (await (await import('@sparticuz/chromium')).default.executablePath())
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...quiet, ...more] })
}
