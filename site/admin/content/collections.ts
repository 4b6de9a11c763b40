import pLimit from 'p-limit'
import type { CollectionKey, Item, ItemFields } from '../../../data/content/schema.ts'
import { listOrder } from '../../../data/programme/public-content.ts'
import { showToast } from '../../toast/toast.ts'
import { api, mergedFields, ok, publishError } from '../calls/client.ts'
import { createLoaded, type Loader } from '../calls/loaded.ts'
import { failed, notPublished } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { isSame } from '../forms/drafts.ts'
import type { CollectionCalls } from './content-calls.ts'
import { collectionKeys, collectionKinds } from './kinds.ts'
import { orderChanges } from './order.ts'

/** Saving throws ApiError when the server refuses, and tells why visitors do not see the change yet, if they do not. */
type Collection<K extends CollectionKey> = Pick<Loader<Item<K>[]>, '$loaded' | 'load'> & {
  /** However often it is sent under a key (a UUID; empty for none): once. What is sent last counts. */
  create: (fields: Partial<ItemFields<K>>, key: string) => Promise<Saved>
  /** Over the version that `item` is: refused when somebody else has changed the same since. */
  update: (item: Item<K>, fields: Partial<ItemFields<K>>) => Promise<Saved>
  remove: (id: string) => Promise<Saved>
  /** Shows items as a save has just answered them, and reads the list again. */
  take: (items: Item<K>[]) => void
  /** Puts items into the order given. Shown at once; a toast says how saving it went, and offers the order that was there `before`. */
  reorder: (items: Item<K>[], success: string, before: Item<K>[]) => Promise<void>
}

/** Why a change is not published yet, if it is not, the fields that came from others, and what undoes it. */
export type Saved = { publishError: string | null; merged?: string[]; undo: () => Promise<unknown> }

function createCollection<K extends CollectionKey>(key: K): Collection<K> {
  const calls: CollectionCalls<K> = collectionKinds[key].calls
  const { $loaded, load, change } = createLoaded<Item<K>[]>(async () => (await ok(calls.$get())).json())
  const sorted = (items: Item<K>[]) => items.toSorted(listOrder())

  const create: Collection<K>['create'] = async (fields, sentUnder) => {
    const headers: Record<string, string> = sentUnder ? { 'Idempotency-Key': sentUnder } : {}
    const response = await ok(calls.$post({ json: fields }, { headers }))
    const created = await response.json()
    // A list that was read meanwhile has it already.
    change((items) => sorted([...items.filter(({ id }) => id !== created.id), created]))
    void load()
    return { publishError: publishError(response), undo: () => remove(created.id) }
  }

  const take: Collection<K>['take'] = (saved) => {
    const byId = new Map(saved.map((item) => [item.id, item]))
    change((items) => sorted(items.map((item) => byId.get(item.id) ?? item)))
    void load()
  }

  const put = async ({ id, updatedAt }: Item<K>, fields: Partial<ItemFields<K>>) => {
    const response = await ok(calls[':id'].$put({ param: { id }, json: fields }, { headers: { 'If-Match': `"${updatedAt}"` } }))
    return { saved: await response.json(), publishError: publishError(response), merged: mergedFields(response) }
  }

  const update: Collection<K>['update'] = async (item, fields) => {
    const answer = await put(item, fields)
    const { saved } = answer
    take([saved])
    const own = (Object.keys(fields) as (keyof ItemFields<K> & keyof Item<K>)[]).filter(
      (name) => !answer.merged.includes(String(name)),
    )
    const changed = own.filter((name) => !isSame(item[name], saved[name]))
    const old = Object.fromEntries(changed.map((name) => [name, item[name]])) as Partial<ItemFields<K>>
    return { publishError: answer.publishError, merged: answer.merged, undo: () => update(saved, old) }
  }

  const remove: Collection<K>['remove'] = async (id) => {
    const response = await ok(calls[':id'].$delete({ param: { id } }))
    change((items) => items.filter((other) => other.id !== id))
    reloadAll()
    const revision = response.headers.get('X-Previous-Revision') ?? ''
    const undo = async () => {
      await ok(api.history[':revision'].restore.$post({ param: { revision }, query: {}, json: { id } }))
      reloadAll()
    }
    return { publishError: publishError(response), undo }
  }

  // A quick second move builds on the versions that the first one made.
  const oneAtATime = pLimit(1)
  let lastFailure: unknown = null

  /** Numbers the items in the order given, at once on the screen. Throws, with the saved order on it, where it could not be saved. */
  const arrange = async (items: Item<K>[]): Promise<string | null> => {
    // As they are numbered now: whoever undoes a move names the items as they were before it.
    const now = new Map(($loaded.get().data ?? []).map(({ id, displayOrder }) => [id, displayOrder]))
    const numbers = orderChanges(items.map(({ id, displayOrder }) => ({ id, displayOrder: now.get(id) ?? displayOrder })))
    const numbered = (item: Item<K>): Item<K> => ({ ...item, displayOrder: numbers.get(item.id) ?? item.displayOrder })
    change((all) => sorted(all.map(numbered)))
    const failureBefore = lastFailure
    return oneAtATime(async () => {
      // The move before this one failed and the saved order is shown again: this move has no basis any more.
      if (lastFailure !== failureBefore) throw lastFailure
      try {
        const changed = ($loaded.get().data ?? []).filter(({ id }) => numbers.has(id))
        const answers = await Promise.all(
          changed.map((item) => put(item, { displayOrder: numbers.get(item.id) } as Partial<ItemFields<K>>)),
        )
        const versions = new Map(answers.map(({ saved }) => [saved.id, saved.updatedAt]))
        // Only the version: a later move may have moved the item on already.
        change((all) => all.map((item) => ({ ...item, updatedAt: versions.get(item.id) ?? item.updatedAt })))
        return answers.at(-1)?.publishError ?? null
      } catch (error) {
        lastFailure = error
        await load()
        throw error
      }
    })
  }

  const reorder: Collection<K>['reorder'] = async (items, success, before) => {
    try {
      const unpublished = await arrange(items)
      const action = undoing(() => arrange(before))
      showToast(unpublished ? notPublished(unpublished) : { kind: 'success', title: 'Orden actualizado', text: success, action })
    } catch (error) {
      showToast(failed(`orden de los ${collectionKinds[key].label.toLowerCase()}`, 'actualizar', error))
    }
  }

  return { $loaded, load, create, update, remove, take, reorder }
}

/** What was deleted or restored may change what other lists refer to. */
function reloadAll(): void {
  for (const collection of Object.values(collections)) void collection.load()
}

/** The lists of items. */
export const collections = Object.fromEntries(collectionKeys.map((key) => [key, createCollection(key)])) as unknown as {
  [K in CollectionKey]: Collection<K>
}
