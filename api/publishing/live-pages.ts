import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Page, Site, SiteFile } from '../serving/site.ts'
import { notFoundName } from './pages.ts'
import { pageAsLeft, pageOnDisk, removeFile } from './site-folder.ts'
import { stage } from './staging.ts'

/** What visitors see: the same pages in memory and in the published folder. */
export type Live = {
  site(): Site
  /** Every file by its name in the published folder. */
  files(): ReadonlyMap<string, SiteFile>
  /** Whether visitors see the same bytes under this name already. */
  holds(page: Page): boolean
  /** The same, and the folder has them. */
  isUnchanged(page: Page): boolean
  /** Whether this very page is live: neither a newer one nor another compression of it has replaced it. */
  isLive(page: Page | undefined): boolean
  /** Reuses the intact pages that an earlier process left in the folder, under names of which there is no page yet. */
  reuseFromDisk(pages: Page[]): Promise<void>
  /** Shows what an earlier run left under these pages' names, whatever it was made from, where there is no page yet. */
  showAsLeft(pages: Page[]): Promise<void>
  /**
   * Replaces pages, one set at a time, and takes those that visitors are not to see any more away. Throws when the disk refuses;
   * visitors keep seeing what they saw.
   */
  replacePages(pages: Page[], gone?: Page[]): Promise<void>
  /** Every page; not the assets. */
  pages(): Page[]
  /** Adds or replaces the compressed forms of pages: of those for which `isWanted` holds when it is their turn. */
  addForms(pages: Page[], isWanted: (page: Page) => boolean): Promise<void>
}

/** Nothing but `assets` (by URL path) yet. */
export function createLive(wwwDir: string, assets: Site['files'], log: Logger): Live {
  const live = new Map<string, Page>()
  /** Names of pages whose files may differ from memory, because writing them failed halfway. */
  const maybeStale = new Set<string>()
  let site: Site = { files: assets, notFound: null }
  const oneAtATime = pLimit(1)

  /** Disk first: writing to memory cannot fail. */
  async function swap(pages: Page[], gone: readonly Page[]): Promise<void> {
    const staged = await stage(wwwDir, pages)
    try {
      await staged.swapIn()
    } catch (error) {
      for (const { name } of pages) await restoreFile(name)
      throw error
    }
    // Not to be seen any more, whatever the disk says: what cannot be removed now is removed at the next start.
    for (const { name } of gone) {
      live.delete(name)
      maybeStale.delete(name)
    }
    show(pages)
    for (const { name } of gone)
      await removeFile(join(wwwDir, name)).catch((error) => log.error({ err: error, name }, 'a page stays in the folder for now'))
  }

  function show(pages: readonly Page[]): void {
    for (const page of pages) {
      live.set(page.name, page)
      maybeStale.delete(page.name)
    }
    const published = [...live.values()].flatMap(({ urls, file }) => urls.map((url) => [url, file] as const))
    site = { files: new Map([...assets, ...published]), notFound: live.get(notFoundName)?.file ?? null }
  }

  /** After a failed write: restores the file of the page in memory, where the disk allows it. */
  async function restoreFile(name: string): Promise<void> {
    maybeStale.add(name)
    try {
      const page = live.get(name)
      const staged = await stage(wwwDir, page ? [page] : [])
      await staged.swapIn()
    } catch (error) {
      log.error({ err: error, name }, 'a published file is not the one in memory until the next publish')
    }
  }

  const holds = ({ name, file }: Page) => {
    const shown = live.get(name)?.file
    return shown?.hash === file.hash && shown.movedTo === file.movedTo && !maybeStale.has(name)
  }

  return {
    site: () => site,
    holds,
    files: () =>
      new Map([
        ...[...assets].map(([url, file]) => [url.slice(1), file] as const),
        ...[...live].map(([name, { file }]) => [name, file] as const),
      ]),
    isUnchanged: (page) => holds(page) && existsSync(join(wwwDir, page.name)),
    isLive: (page) => page !== undefined && live.get(page.name) === page,
    async reuseFromDisk(pages) {
      const missing = pages.filter(({ name }) => !live.has(name))
      if (missing.length === 0) return
      const found = await Promise.all(missing.map((page) => pageOnDisk(wwwDir, page)))
      show(found.filter((page) => page !== null))
    },
    async showAsLeft(pages) {
      const missing = pages.filter(({ name }) => !live.has(name))
      const left = await Promise.all(missing.map((page) => pageAsLeft(wwwDir, page)))
      show(left.filter((page) => page !== null))
      for (const { name } of missing) maybeStale.add(name)
    },
    replacePages: (pages, gone = []) => oneAtATime(() => swap(pages, gone)),
    pages: () => [...live.values()],
    addForms: (pages, isWanted) =>
      oneAtATime(async () => {
        const wanted = pages.filter((page) => isWanted(page) && !maybeStale.has(page.name))
        // When the disk refuses one of them, those before it are forms of the same page.
        const staged = await stage(
          wwwDir,
          wanted.map(({ name, file: { br, gzip } }) => ({ name, file: { br, gzip } })),
        )
        await staged.swapIn()
        show(wanted)
      }),
  }
}
