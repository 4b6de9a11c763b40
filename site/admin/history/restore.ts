import type { Difference } from '../../../data/content/history.ts'
import type { ContentKey } from '../../../data/content/schema.ts'
import { showToast } from '../../toast/toast.ts'
import { ApiError, api, ok, publishError } from '../calls/client.ts'
import { reload } from '../calls/loaded.ts'
import { notPublished } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { collections } from '../content/collections.ts'
import { isCollection } from '../content/kinds.ts'
import { sections } from '../content/sections.ts'
import type { RestoreOption, RestoreTarget } from './restore-options.ts'

const savedSince = 'Después de eso se guardó otra cosa, que se perdería. Mira el historial.'

/** `tag` identifies the newest save at the time of the preview. The server refuses a restore if a later save exists. */
export type RestorePreview = { differences: Difference[]; tag: string }

export async function previewRestore(target: RestoreTarget): Promise<RestorePreview> {
  const response = await ok(fetchDifferences(target))
  return { differences: await response.json(), tag: response.headers.get('ETag') ?? '*' }
}

function fetchDifferences(target: RestoreTarget) {
  if ('time' in target) return api.history.at.$get({ query: { time: target.time } })
  const { revision, section, id } = target
  const query = { section, ...(id !== undefined && { id }) }
  return api.history[':revision'].restore.$get({ param: { revision: String(revision) }, query })
}

export async function restore(option: RestoreOption, { differences, tag }: RestorePreview): Promise<void> {
  const { unpublished, revision } = await send(option, tag)
  const changed = differences.map(({ section }) => section)
  reloadContent(changed)
  const action = revision === undefined ? undefined : undoing(() => undoRestore(option, revision, changed))
  const text = `${option.done}. Ya se ve en el sitio.`
  const success = { kind: 'success', title: 'Restaurado', text, stays: true } as const
  showToast({ ...(unpublished ? notPublished(unpublished) : success), action })
}

async function send(target: RestoreTarget, tag: string): Promise<{ unpublished: string | null; revision: number | undefined }> {
  const headers = { headers: { 'If-Match': tag } }
  if ('time' in target) {
    const response = await ok(api.history.at.$post({ json: { time: target.time } }, headers))
    return { unpublished: publishError(response), revision: (await response.json()).at(-1)?.revision }
  }
  const { section, id } = target
  const json = id === undefined ? { section } : { id }
  const param = { revision: String(target.revision) }
  const response = await ok(api.history[':revision'].restore.$post({ param, query: {}, json }, headers))
  return { unpublished: publishError(response), revision: Number(response.headers.get('ETag')?.match(/\d+/)?.[0]) }
}

async function newestSave(section?: ContentKey) {
  const [newest] = await (await ok(api.history.$get({ query: { limit: '1', ...(section && { section }) } }))).json()
  return newest
}

async function undoRestore(target: RestoreTarget, revision: number, changed: ContentKey[]): Promise<void> {
  // Reads the newest revision first, and sends it with the undo. The server refuses the undo if somebody saves in between.
  const newestOfAll = await newestSave()
  const newest = 'time' in target ? newestOfAll : await newestSave(target.section)
  if (newestOfAll === undefined || newest?.revision !== revision) throw overtaken()
  const { previous, at } = newest
  const justBefore = new Date(Date.parse(at) - 1).toISOString()
  const before = 'time' in target || previous === null ? { time: justBefore } : { revision: previous, section: target.section }
  await send(before, `"${newestOfAll.revision}"`)
  reloadContent(changed)
}

/** Restores all content to `time`. Throws ApiError if somebody saved after the change that is undone. */
export async function goBackTo(
  time: string,
  { revision, lastOwnRevision }: { revision: number; lastOwnRevision: () => Promise<number> },
  changed: ContentKey[],
): Promise<void> {
  const newest = (await newestSave())?.revision
  if (newest === undefined) throw overtaken()
  const lastOwn = newest > revision ? await lastOwnRevision() : revision
  if (newest > lastOwn) throw overtaken()
  await send({ time }, `"${lastOwn}"`)
  reloadContent(changed)
}

const overtaken = () => new ApiError(409, JSON.stringify({ error: savedSince }), '')

/** Forms keep their unsaved input, and merge it with the restored content when they are saved. */
function reloadContent(keys: ContentKey[]): void {
  for (const key of keys) reload(isCollection(key) ? collections[key] : sections[key])
}
