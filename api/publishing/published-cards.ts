import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { cardEnding } from '../drawing/planned-cards.ts'
import { revalidate } from '../http/representations.ts'
import { itemFolders, type SiteFile } from '../serving/site.ts'
import { linkOrCopy } from '../uploads/storage.ts'
import { temporaryPath } from './drawn-cards.ts'

export const pngFile = { type: 'image/png', cacheControl: revalidate }

export function createPublishedCards(wwwDir: string, pathOf: (hash: string) => string, log: Logger) {
  const files = new Map<string, SiteFile>()
  let names: Set<string> | null = null

  function namesIn(folder: string): string[] {
    try {
      return readdirSync(join(wwwDir, folder)).flatMap((file) => (file.endsWith(cardEnding) ? `${folder}/${file}` : []))
    } catch {
      return []
    }
  }

  return {
    files: (): ReadonlyMap<string, SiteFile> => files,

    async publish(name: string, hash: string): Promise<void> {
      const path = join(wwwDir, name)
      await mkdir(dirname(path), { recursive: true })
      const temporary = temporaryPath(path)
      await linkOrCopy(pathOf(hash), temporary)
      await rename(temporary, path)
      // If both names are links to one file, rename() keeps both. So the temporary name is removed too.
      await rm(temporary, { force: true })
      names?.add(name)
      files.set(name, {
        // Reads the card only when it is sent, because all cards together exceed a small machine's memory.
        get body() {
          return readFileSync(pathOf(hash))
        },
        hash,
        ...pngFile,
      })
    },

    removeExcept(cards: Pick<ReadonlySet<string>, 'has'>): boolean {
      names ??= new Set(itemFolders.flatMap(namesIn))
      const hidden = [...names].filter((name) => !cards.has(name))
      for (const name of hidden) {
        files.delete(name)
        try {
          rmSync(join(wwwDir, name), { force: true })
          names.delete(name)
        } catch (error) {
          log.error({ err: error, name }, 'a card stays in the folder for now')
        }
      }
      return hidden.length > 0
    },
  }
}
