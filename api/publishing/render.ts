/** Renders pages from content. The only file that calls the built site. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FieldErrors } from '../../data/content/rules.ts'
import type { ItemPage } from '../../data/programme/item-pages.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'
import type { OwnRegistration } from '../../data/registrations/own-registration.ts'
import type { Drawn, Paper } from '../drawing/certificate-paper.ts'
import type { Bytes } from '../serving/site.ts'
import { createParts, type PageParts, type Rendering } from './parts.ts'
import { allowingStyles, type Inlined, inlineStyles, ownPolicy, withPolicy } from './policy.ts'

/** What every page may know of the site. */
export type SiteData = {
  /** The site's own address without a trailing slash; never taken from a request. */
  origin: string
  timeZone: string
  /** The year of an edition that is over, as whose page it is drawn for good; left out on the present page. */
  edition?: string | undefined
}

/** What a file with content is made from: what visitors may see, in the order shown. */
type ContentData = SiteData & {
  content: PublicContent
  /** Whether whoever registers gets mail: without it nothing on the page promises one. */
  sendsMail: boolean
}

/** What the page of a talk or a speaker is made from. */
export type ItemData = SiteData & { item: ItemPage }

/** What the page is made from. */
export type PageData = ContentData & {
  /** Path of the picture that messengers show for the page; empty where there is none (development). */
  shareImage: string
  /** Address of what opens of talks and speakers, which the page loads when it is needed. */
  sheets: string
  /** A registration sent by the page's own form that was refused: shown again with what was typed. */
  refused: RefusedForm | null
  /** Items say which they are, so that the panel finds the form of the one that was clicked. */
  isPreview?: boolean
  /** Whose own page is drawn; null on every other page. */
  own: OwnPage | null
  /** Whose constancia is drawn, on its page alone. */
  certificate?: CertificatePage
}

/** A constancia as its page shows it: what it says, where all of it stands, and whether it is valid. */
export type CertificatePage = {
  paper: Paper
  drawn: Drawn[]
  sentence: string
  codeInWords: string
  isRevoked: boolean
  /** Where whoever it is of puts it in their profile. */
  linkedIn: string
  /** In points, and of the picture in pixels. */
  paperSize: Size
  pictureSize: Size
}

type Size = { width: number; height: number }

/** What somebody's own page says of their constancia: the one they have, and whether they may have one. */
export type OwnCertificate = {
  made: { code: string; name: string; canCorrect: boolean; linkedIn: string; isRevoked: boolean } | null
  isDue: boolean
}

/**
 * A registration as its visitor sees it, and a correction of it that was refused; with `asks` a page of its own that asks whether they
 * come, or whether they leave their place, and no more.
 */
export type OwnPage = {
  registration: OwnRegistration
  refused: RefusedForm | null
  certificate?: OwnCertificate
  asks?: 'going' | 'leaving'
}

/** What was typed and what is wrong with it, by field name; `message` says why where that is no field's fault. */
export type RefusedForm = { values: Record<string, string>; errors: FieldErrors; message?: string }

/** What a page is rendered with (`Astro.locals`). */
export type PageLocals = PageData & { parts: PageParts } & Partial<{ item: ItemPage }>

/** `body` is any page, calendars and robots.txt among them; `csp` is empty where a page has no policy. */
export type RenderedPage = { status: number; type: string; csp: string; body: Bytes }

/** Renders the page at `path`. What `rendering` has kept is not rendered again; without one everything is. */
export type Render = (
  path: string,
  data: PageData | ContentData | ItemData | SiteData,
  rendering?: Rendering,
) => Promise<RenderedPage>

type BuiltSite = {
  renderPage(request: Request, locals: object): Promise<{ answer: Response; styles: readonly string[] }>
}

/** The same as `loadRender`, loaded when something is rendered first: a start that finds its pages made does without. */
export function renderOnDemand(distDir: string): Render {
  let loading: Promise<Render> | undefined
  return async (...page) => {
    loading ??= loadRender(distDir)
    return (await loading)(...page)
  }
}

/** Loads the site built in `distDir` and returns its page renderer. Throws when it is not built. */
export async function loadRender(distDir: string): Promise<Render> {
  const site: BuiltSite = await import(pathToFileURL(join(distDir, 'server/entry.mjs')).href)
  const known = new WeakMap<readonly string[], Inlined>()

  /** The styles of a page as they stand in it. The same for as long as the process runs. */
  function inlined(styles: readonly string[]): Inlined {
    const text = known.get(styles) ?? inlineStyles(styles)
    known.set(styles, text)
    return text
  }

  return async (path, data, rendering = createParts().begin()) => {
    const { answer, styles } = await site.renderPage(new Request(data.origin + path), { ...data, parts: rendering.parts })
    const header = (name: string) => answer.headers.get(name) ?? ''
    const head = inlined(styles)
    const { pieces, hashes } = rendering.assemble(await answer.text(), head)
    const csp = ownPolicy(allowingStyles(header('content-security-policy'), head.hashes), hashes)
    const body = Buffer.concat(csp ? withPolicy(pieces, csp) : pieces)
    return { status: answer.status, type: header('content-type'), csp, body }
  }
}
