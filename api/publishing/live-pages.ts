import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Page, Site, SiteFile } from '../serving/site.ts'
import { notFoundName } from './pages.ts'
import { pageAsLeft, pageOnDisk, removeFile } from './site-folder.ts'
import { stage } from './staging.ts'

/** Published pages, equal in memory and in the folder. */
export type Live = {
  site(): Site
  /** By name in the published folder. */
  files(): ReadonlyMap<string, SiteFile>
  holds(page: Page): boolean
  /** Like `holds`, and the file on disk is intact. */
  isUnchanged(page: Page): boolean
  /** False once a newer page or another compression has replaced this object. */
  isLive(page: Page | undefined): boolean
  /** Reuses intact pages of an earlier process, under names that have no page yet. */
  reuseFromDisk(pages: Page[]): Promise<void>
  /** Shows files of an earlier run under names that have no page yet. */
  showAsLeft(pages: Page[]): Promise<void>
  /** Replaces pages and removes `gone`. Throws if the disk refuses; visitors then keep the old pages. */
  replacePages(pages: Page[], gone?: Page[]): Promise<void>
  pages(): Page[]
  /** Adds compressed forms. `isWanted` is checked right before each page. */
  addForms(pages: Page[], isWanted: (page: Page) => boolean): Promise<void>
}

/** Starts with `assets` only (by URL path). */
export function createLive(wwwDir: string, assets: Site['files'], log: Logger): Live {
  const live = new Map<string, Page>()
  /** Pages whose file may differ after a failed write. */
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
    // Hidden even if the disk refuses. The next start removes the leftovers.
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

  /** Writes the page in memory back to disk after a failed write. */
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
        // After a partial failure the earlier forms still fit this page.
        const staged = await stage(
          wwwDir,
          wanted.map(({ name, file: { br, gzip } }) => ({ name, file: { br, gzip } })),
        )
        await staged.swapIn()
        show(wanted)
      }),
  }
}
