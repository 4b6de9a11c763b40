import type { Difference } from '../../../data/content/history.ts'
import type { ContentKey } from '../../../data/content/schema.ts'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import { ApiError, api, ok, publishError } from '../calls/client.ts'
import { reload } from '../calls/loaded.ts'
import { notPublished } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { collections } from '../content/collections.ts'
import { isCollection } from '../content/kinds.ts'
import { sections } from '../content/sections.ts'
import type { RestoreOption } from './restore-options.ts'

const savedSince = 'Después de eso se guardó otra cosa, que se perdería. Mira el historial.'

/** What a restore would change, and the tag of the newest save of all that this holds for. */
export type Shown = { differences: Difference[]; tag: string }

/** What would change if this were restored. Throws ApiError with the reason where it cannot be. */
export async function previewRestore(option: RestoreOption): Promise<Shown> {
  const response = await ok(askFor(option))
  return { differences: await response.json(), tag: response.headers.get('ETag') ?? '*' }
}

function askFor(option: RestoreOption) {
  if ('time' in option) return api.history.at.$get({ query: { time: option.time } })
  const { revision, section, id } = option
  const query = { section, ...(id !== undefined && { id }) }
  return api.history[':revision'].restore.$get({ param: { revision: String(revision) }, query })
}

/** Restores what was shown, and says so with a way back. Throws ApiError with the reason where it cannot be done, 409 where it is outdated. */
export async function restore(option: RestoreOption, { differences, tag }: Shown): Promise<void> {
  const { unpublished, revision } = await send(option, tag)
  const changed = differences.map(({ section }) => section)
  reloadContent(changed)
  const action = revision === undefined ? undefined : undoing(() => undoRestore(option, revision, changed))
  const success: ToastContent = {
    kind: 'success',
    title: 'Restaurado',
    text: `${option.done}. Ya se ve en el sitio.`,
    stays: true,
  }
  showToast({ ...(unpublished ? notPublished(unpublished) : success), action })
}

/** What became of a restore: the revision that it made, of several the last, and why visitors do not see it yet, if they do not. */
type Sent = { unpublished: string | null; revision: number | undefined }

async function send(option: RestoreOption, tag: string): Promise<Sent> {
  const headers = { headers: { 'If-Match': tag } }
  if ('time' in option) {
    const response = await ok(api.history.at.$post({ json: { time: option.time } }, headers))
    return { unpublished: publishError(response), revision: (await response.json()).at(-1)?.revision }
  }
  const { section, id } = option
  const json = id === undefined ? { section } : { id }
  const param = { revision: String(option.revision) }
  const response = await ok(api.history[':revision'].restore.$post({ param, query: {}, json }, headers))
  return { unpublished: publishError(response), revision: Number(response.headers.get('ETag')?.match(/\d+/)?.[0]) }
}

type Newest = { revision: number; previous: number | null; at: string }

/** The newest save of the section that this restores, or of all. */
async function newestSave(option: { section?: ContentKey } | RestoreOption): Promise<Newest | undefined> {
  const query = { limit: '1', ...('section' in option && { section: option.section }) }
  const [newest] = await (await ok(api.history.$get({ query }))).json()
  return newest
}

/** Goes back to what was before a restore, unless somebody has saved since. */
async function undoRestore(option: RestoreOption, revision: number, changed: ContentKey[]): Promise<void> {
  // Of all first: what comes after this is refused by the server.
  const newestOfAll = await newestSave({})
  const newest = 'time' in option ? newestOfAll : await newestSave(option)
  if (newestOfAll === undefined || newest?.revision !== revision) throw overtaken()
  const { previous, at } = newest
  const justBefore = new Date(Date.parse(at) - 1).toISOString()
  const { label, action, done } = option
  const back = 'time' in option || previous === null ? { time: justBefore } : { revision: previous, section: option.section }
  await send({ label, action, done, ...back }, `"${newestOfAll.revision}"`)
  reloadContent(changed)
}

/**
 * Takes all content back to an instant, unless somebody has saved since `revision`; `ownUpTo` is asked up to which one what was saved
 * belongs to it, where there is more. Throws ApiError with the reason.
 */
export async function goBackTo(
  time: string,
  { revision, ownUpTo }: { revision: number; ownUpTo: () => Promise<number> },
  changed: ContentKey[],
): Promise<void> {
  const newest = (await newestSave({}))?.revision
  if (newest === undefined) throw overtaken()
  const own = newest > revision ? await ownUpTo() : revision
  if (newest > own) throw overtaken()
  // What comes after this is refused by the server.
  await ok(api.history.at.$post({ json: { time } }, { headers: { 'If-Match': `"${own}"` } }))
  reloadContent(changed)
}

const overtaken = () => new ApiError(409, JSON.stringify({ error: savedSince }), '')

/** Reads again what was restored, where it was read before: forms with something typed keep it, and are merged when saved. */
function reloadContent(keys: ContentKey[]): void {
  for (const key of keys) reload(isCollection(key) ? collections[key] : sections[key])
}
