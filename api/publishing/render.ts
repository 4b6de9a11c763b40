/** Only this file calls the built site. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FieldErrors } from '../../data/content/rules.ts'
import type { OwnRegistration } from '../../data/own/own-registration.ts'
import type { ItemPage } from '../../data/programme/item-pages.ts'
import type { PublicContent } from '../../data/programme/public-content.ts'
import type { PlaceLinkState } from '../../data/registrations/links.ts'
import type { Seat } from '../../data/seats/seats.ts'
import type { Transfer, TransferPage } from '../../data/transfers/transfers.ts'
import type { Drawn, Paper } from '../drawing/certificate-paper.ts'
import type { Bytes } from '../serving/site.ts'
import { createParts, type PageParts, type Rendering } from './parts.ts'
import { allowingStyles, type Inlined, inlineStyles, pagePolicy, withPolicy } from './policy.ts'
import { createScriptLinks } from './script-links.ts'

export type SiteData = {
  /** From the configuration, never from a request. */
  origin: string
  timeZone: string
  edition?: string | undefined
}

export type ContentData = SiteData & {
  content: PublicContent
  sendsMail: boolean
}

export type ItemData = SiteData & { sendsMail: boolean; item: ItemPage }

export type PageData = ContentData & {
  shareImage: string
  sheets: string
  refused: RefusedForm | null
  /** In a preview, items carry their id, so that a click opens their form. */
  isPreview?: boolean
  own: OwnPage | null
  certificate?: CertificatePage
  speakerPage?: SpeakerOwnPage
  placeLinkPage?: PlaceLinkPage
  alert?: AlertPage
}

export type CertificatePage = {
  paper: Paper
  drawn: Drawn[]
  sentence: string
  codeInWords: string
  isRevoked: boolean
  linkedIn: string
  /** `paperSize` is in points, `pictureSize` in pixels. */
  paperSize: Size
  pictureSize: Size
}

/** The page behind a link that keeps places. 'unknown': the link was ended or renewed. `key` is a random UUID for the form. */
export type PlaceLinkPage = {
  token: string
  key: string
  label: string
  until: string
  state: PlaceLinkState | 'unknown'
  refused: RefusedForm | null
}

/** The page that opens from a speaker's link. `errors` has the messages by field name. */
export type SpeakerOwnPage = {
  path: string
  name: string
  image: string
  items: { legend: string; fields: FormField[] }[]
  versions: Record<string, string>
  errors: FieldErrors
  message: string
  isReview: boolean
  isConfirmed: boolean
  missing: string[]
  deadline: string
  /** The speaker's last proposal. `accepted` and `declined` have the labels of its fields. */
  proposal: { isOpen: boolean; accepted: string[]; declined: string[] } | null
  cards: { label: string; path: string }[]
}

export type FormField = {
  name: string
  label: string
  value: string
  maxLength: number
  kind: 'text' | 'url' | 'long'
  isRequired: boolean
}

/** `over` if registration is open or has ended. */
export type AlertPage = { token: string; state: 'asks' | 'confirmed' | 'over' }

type Size = { width: number; height: number }

export type OwnCertificate = {
  made: { code: string; name: string; canCorrect: boolean; linkedIn: string; isRevoked: boolean } | null
  isDue: boolean
}

export type OwnPage = {
  registration: OwnRegistration
  refused: RefusedForm | null
  certificate?: OwnCertificate
  asks?: 'going' | 'leaving'
  /** The offered place that the visitor of this page may accept. */
  accepts?: Pick<Transfer, 'token' | 'name' | 'until'> & { state: TransferPage['state'] }
  /** Null if the person cannot pass the place on. */
  passing?: { pending: Transfer | null; leftCount: number; deadline: string } | null
  refusedTransfer?: RefusedForm
  /** False once the event has begun. */
  canAnswer?: boolean
  seats?: Seat[]
  /** A refused choice of sessions. */
  choice?: { message: string; ids?: string[] } | undefined
}

export const ownRoute = ({ asks, accepts }: OwnPage) => (asks ? '/asistencia' : accepts ? '/pase' : '/registro')

/** `values` and `errors` are by field name. `message` is for an error that belongs to no field. */
export type RefusedForm = { values: Record<string, string>; errors: FieldErrors; message?: string }

export type PageLocals = PageData & { parts: PageParts } & Partial<{ item: ItemPage }>

export type RenderedPage = { status: number; type: string; csp: string; body: Bytes }

export type Render = (
  path: string,
  data: PageData | ContentData | ItemData | SiteData,
  rendering?: Rendering,
) => Promise<RenderedPage>

type BuiltSite = {
  renderPage(request: Request, locals: object): Promise<{ answer: Response; styles: readonly string[] }>
}

export function renderOnDemand(distDir: string): Render {
  let loading: Promise<Render> | undefined
  return async (...page) => {
    loading ??= loadRender(distDir)
    return (await loading)(...page)
  }
}

export async function loadRender(distDir: string): Promise<Render> {
  const site: BuiltSite = await import(pathToFileURL(join(distDir, 'server/entry.mjs')).href)
  const withScriptLinks = createScriptLinks(join(distDir, 'client'))
  const inlinedByStyles = new WeakMap<readonly string[], Inlined>()

  function inlined(styles: readonly string[]): Inlined {
    const text = inlinedByStyles.get(styles) ?? inlineStyles(styles)
    inlinedByStyles.set(styles, text)
    return text
  }

  return async (path, data, rendering = createParts().begin()) => {
    const { answer, styles } = await site.renderPage(new Request(data.origin + path), { ...data, parts: rendering.parts })
    const header = (name: string) => answer.headers.get(name) ?? ''
    const head = inlined(styles)
    const { pieces, hashes } = rendering.assemble(withScriptLinks(await answer.text()), head)
    const csp = pagePolicy(allowingStyles(header('content-security-policy'), head.hashes), hashes)
    const body = Buffer.concat(csp ? withPolicy(pieces, csp) : pieces)
    return { status: answer.status, type: header('content-type'), csp, body }
  }
}
