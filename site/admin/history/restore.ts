import type { Difference } from '../../../data/queries/history.ts'
import type { ContentKey } from '../../../data/schema.ts'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import { ApiError, api, ok, publishError } from '../calls/client.ts'
import { notPublished } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { collectionStores } from '../stores/collections.ts'
import { isCollection } from '../stores/content-keys.ts'
import { sectionStores } from '../stores/sections.ts'
import type { Goal } from './goals.ts'

const savedSince = 'Después de eso se guardó otra cosa, que se perdería. Mira el historial.'

/** What would change if this were restored. Throws ApiError with the reason where it cannot be. */
export async function wayTo(goal: Goal): Promise<Difference[]> {
  if ('time' in goal) return (await ok(api.history.at.$get({ query: { time: goal.time } }))).json()
  const { revision, section, id } = goal
  const query = { section, ...(id !== undefined && { id }) }
  return (await ok(api.history[':revision'].restore.$get({ param: { revision: String(revision) }, query }))).json()
}

/** Restores this, and says so with a way back. Throws ApiError with the reason where it cannot be done. */
export async function restore(goal: Goal, differences: Difference[]): Promise<void> {
  const unpublished = publishError(await send(goal))
  const changed = differences.map(({ section }) => section)
  reloadContent(changed)
  const newest = await newestSave(goal).catch(() => undefined)
  const action = newest && undoing(() => takeBack(goal, newest, changed))
  const success: ToastContent = { kind: 'success', title: 'Restaurado', text: `${goal.done}. Ya se ve en el sitio.`, stays: true }
  showToast({ ...(unpublished ? notPublished(unpublished) : success), action })
}

function send(goal: Goal) {
  if ('time' in goal) return ok(api.history.at.$post({ json: { time: goal.time } }))
  const { revision, section, id } = goal
  const json = id === undefined ? { section } : { id }
  return ok(api.history[':revision'].restore.$post({ param: { revision: String(revision) }, query: {}, json }))
}

type Newest = { revision: number; previous: number | null; at: string }

/** The newest save of the section that this restores, or of all. */
async function newestSave(goal: Goal): Promise<Newest | undefined> {
  const query = { limit: '1', ...('section' in goal && { section: goal.section }) }
  const [newest] = await (await ok(api.history.$get({ query }))).json()
  return newest
}

/** Goes back to what was before a restore, unless somebody has saved since. */
async function takeBack(goal: Goal, { revision, previous, at }: Newest, changed: ContentKey[]): Promise<void> {
  const now = await newestSave(goal)
  if (now?.revision !== revision) throw new ApiError(409, JSON.stringify({ error: savedSince }), '')
  const justBefore = new Date(Date.parse(at) - 1).toISOString()
  const { label, action, done } = goal
  const back = 'time' in goal || previous === null ? { time: justBefore } : { revision: previous, section: goal.section }
  await send({ label, action, done, ...back })
  reloadContent(changed)
}

/** Reads again what was restored, where it was read before: forms with something typed keep it, and are merged when saved. */
function reloadContent(keys: ContentKey[]): void {
  for (const key of keys) {
    const store = isCollection(key) ? collectionStores[key] : sectionStores[key]
    if (store.$loaded.get().data !== undefined) void store.load()
  }
}
