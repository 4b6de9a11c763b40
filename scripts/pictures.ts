/** `npm run pictures` takes the screenshots of the README and the guide. `-- film` encodes the demo's film instead. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { loadDemo } from '../demo/load.ts'
import { startMailbox } from '../demo/mailbox.ts'
import { launchBrowser } from '../tests/support/browser.ts'
import { islandsReady, openContext } from '../tests/support/pages.ts'
import { admin, startProduct } from '../tests/support/product.ts'
import { ensureBuilt } from './ensure-built.ts'
import { encodeFilm } from './pictures/film.ts'
import { takeGuidePictures } from './pictures/guide.ts'

const folder = join(import.meta.dirname, '../docs/pictures')

if (process.argv[2] === 'film') await encodeFilm()
else await takePictures()

async function takePictures(): Promise<void> {
  ensureBuilt()
  mkdirSync(join(folder, 'guia'), { recursive: true })
  const mailbox = await startMailbox()
  const product = await startProduct({ SMTP_URL: mailbox.smtpUrl, MAIL_FROM: 'Telar <hola@telar.example>' })
  await loadDemo(product.origin, admin)
  // The panel shows the last backup, which a server makes only after a minute.
  const backup = join(import.meta.dirname, 'backup.ts')
  execFileSync(process.execPath, [backup], { env: { ...process.env, DATA_DIR: product.dataDir } })
  // Date fields use the browser's locale.
  Object.assign(process.env, { LANG: 'es_GT.UTF-8', LANGUAGE: 'es_GT' })
  const browser = await launchBrowser()

  async function write(name: string, picture: Buffer): Promise<void> {
    await sharp(picture).png({ palette: true, quality: 80, compressionLevel: 9 }).toFile(join(folder, name))
  }

  const wide = await openContext(browser, product.origin, { viewport: { width: 1280, height: 800 } })
  await wide.page.goto('/')
  await islandsReady(wide.page)
  await write('page.png', await wide.page.screenshot())

  const phone = await openContext(browser, product.origin, {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
    deviceScaleFactor: 2,
  })
  await phone.page.goto('/')
  await islandsReady(phone.page)
  await write('page-phone.png', await phone.page.screenshot())

  await takeGuidePictures(browser, product, (name, picture) => write(join('guia', name), picture))

  await browser.close()
  await product.discard()
  mailbox.stop()
}
