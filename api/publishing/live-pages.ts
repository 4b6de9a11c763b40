import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Page, Site, SiteFile } from '../serving/site.ts'
import { notFoundName } from './pages.ts'
import { oldPageOnDisk, pageOnDisk, removeFile } from './site-folder.ts'
import { stage } from './staging.ts'

export type Live = ReturnType<typeof createLive>

export function createLive(wwwDir: string, assets: Site['files'], log: Logger) {
  const live = new Map<string, Page>()
  const maybeStale = new Set<string>()
  let site: Site = { files: assets, notFound: null }
  const oneAtATime = pLimit(1)

  /** Throws if the disk cannot be written. Then visitors keep getting the old pages. */
  async function swap(pages: Page[], removed: readonly Page[]): Promise<void> {
    const staged = await stage(wwwDir, pages)
    await staged.swapIn().catch(async (error) => {
      for (const { name } of pages) await restoreFile(name)
      throw error
    })
    for (const { name } of removed) {
      live.delete(name)
      maybeStale.delete(name)
    }
    show(pages)
    for (const { name } of removed)
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

  async function showFromDisk(pages: Page[], read: typeof pageOnDisk): Promise<Page[]> {
    const missing = pages.filter(({ name }) => !live.has(name))
    const readPages = await Promise.all(missing.map((page) => read(wwwDir, page)))
    if (missing.length > 0) show(readPages.filter((page) => page !== null))
    return missing
  }

  async function restoreFile(name: string): Promise<void> {
    maybeStale.add(name)
    try {
      const page = live.get(name)
      await (await stage(wwwDir, page ? [page] : [])).swapIn()
    } catch (error) {
      log.error({ err: error, name }, 'a published file is not the one in memory until the next publish')
    }
  }

  async function addForms(page: Page, isWanted: () => boolean): Promise<void> {
    if (!isWanted() || maybeStale.has(page.name)) return
    const { br, gzip } = page.file
    await (await stage(wwwDir, [{ name: page.name, file: { br, gzip } }])).swapIn()
    show([page])
  }

  const holds = ({ name, file }: Page) => {
    const liveFile = live.get(name)?.file
    return liveFile?.hash === file.hash && liveFile.movedTo === file.movedTo && !maybeStale.has(name)
  }

  return {
    site: () => site,
    files: (): ReadonlyMap<string, SiteFile> => filesByName(assets, live),
    holds,
    isUnchanged: (page: Page) => holds(page) && existsSync(join(wwwDir, page.name)),
    isLive: (page: Page) => live.get(page.name) === page,
    reuseFromDisk: async (pages: Page[]) => void (await showFromDisk(pages, pageOnDisk)),
    async showOldPages(pages: Page[]): Promise<void> {
      for (const { name } of await showFromDisk(pages, oldPageOnDisk)) maybeStale.add(name)
    },
    replacePages: (pages: Page[], removed: Page[] = []) => oneAtATime(() => swap(pages, removed)),
    pages: () => [...live.values()],
    addForms: (page: Page, isWanted: () => boolean) => oneAtATime(() => addForms(page, isWanted)),
  }
}

const filesByName = (assets: Site['files'], live: ReadonlyMap<string, Page>) =>
  new Map([
    ...[...assets].map(([url, file]) => [url.slice(1), file] as const),
    ...[...live].map(([name, { file }]) => [name, file] as const),
  ])
