import { createHash } from 'node:crypto'
import { readContent } from '../../data/content/content.ts'
import { publicContent } from '../../data/programme/public-content.ts'
import type { MailConfig } from '../mail/config.ts'
import { createPages } from '../publishing/pages.ts'
import type { Render } from '../publishing/render.ts'
import type { HashPages } from './proof.ts'

export function pageHasher(
  render: Render,
  config: { publicOrigin: string; timeZone: string; mail: MailConfig | null },
): HashPages {
  const site = createPages(render, config)
  return async (db) => {
    const pages = await site.make(publicContent(readContent(db).content, config.timeZone))
    const hash = createHash('sha256')
    for (const { name, file } of pages) hash.update(`${name}\0${file.body.byteLength}\0`).update(file.body)
    return hash.digest('hex')
  }
}
