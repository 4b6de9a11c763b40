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

/** `tag` identifies the newest save that the differences are based on. */
export type Shown = { differences: Difference[]; tag: string }

/** Throws ApiError with the reason. */
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

/** Toasts the result with an undo. Throws ApiError: 409 if somebody saved in the meantime. */
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

/** `revision` is the last that was made. `unpublished`: why visitors do not see it yet, or null. */
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

async function newestSave(option: { section?: ContentKey } | RestoreOption): Promise<Newest | undefined> {
  const query = { limit: '1', ...('section' in option && { section: option.section }) }
  const [newest] = await (await ok(api.history.$get({ query }))).json()
  return newest
}

/** Undoes a restore, unless somebody saved in the meantime. */
async function undoRestore(option: RestoreOption, revision: number, changed: ContentKey[]): Promise<void> {
  // Read first, because the server then refuses if somebody saves after this.
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

/** Restores everything, unless somebody saved since `revision`. If there are more saves, `ownUpTo` gives the last that belongs to the change. Throws ApiError. */
export async function goBackTo(
  time: string,
  { revision, ownUpTo }: { revision: number; ownUpTo: () => Promise<number> },
  changed: ContentKey[],
): Promise<void> {
  const newest = (await newestSave({}))?.revision
  if (newest === undefined) throw overtaken()
  const own = newest > revision ? await ownUpTo() : revision
  if (newest > own) throw overtaken()
  // The server refuses if somebody saves after this.
  await ok(api.history.at.$post({ json: { time } }, { headers: { 'If-Match': `"${own}"` } }))
  reloadContent(changed)
}

const overtaken = () => new ApiError(409, JSON.stringify({ error: savedSince }), '')

/** Forms with unsaved input keep it, and merge when saved. */
function reloadContent(keys: ContentKey[]): void {
  for (const key of keys) reload(isCollection(key) ? collections[key] : sections[key])
}
