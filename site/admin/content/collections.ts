import pLimit from 'p-limit'
import type { CollectionKey, Item, ItemFields } from '../../../data/content/schema.ts'
import { listOrder } from '../../../data/programme/public-content.ts'
import { showToast } from '../../toast/toast.ts'
import { api, mergedFields, ok, publishError } from '../calls/client.ts'
import { createLoaded, type Loader } from '../calls/loaded.ts'
import { failed, notPublished } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { isSame } from '../forms/drafts/drafts.ts'
import type { CollectionCalls } from './content-calls.ts'
import { collectionKeys, collectionKinds } from './kinds.ts'
import { orderChanges } from './order.ts'

type Collection<K extends CollectionKey> = Pick<Loader<Item<K>[]>, '$loaded' | 'load'> & {
  /** `idempotencyKey` is a UUID, or empty. A second call with the same key replaces the values of the first. */
  create: (fields: Partial<ItemFields<K>>, idempotencyKey: string) => Promise<Saved>
  /** Fails with 409 if somebody else has changed one of the `fields` since `item` was read. */
  update: (item: Item<K>, fields: Partial<ItemFields<K>>) => Promise<Saved>
  remove: (id: string) => Promise<Saved>
  showSaved: (items: Item<K>[]) => void
  reorder: (items: Item<K>[], success: string, before: Item<K>[]) => Promise<void>
}

/** `publishError` is null if the change is live. `merged` lists fields that others changed in the meantime. */
export type Saved = { publishError: string | null; merged?: string[]; undo: () => Promise<unknown> }

const sorted = <K extends CollectionKey>(items: Item<K>[]) => items.toSorted(listOrder())

function createCollection<K extends CollectionKey>(key: K): Collection<K> {
  const calls: CollectionCalls<K> = collectionKinds[key].calls
  const { $loaded, load, change } = createLoaded<Item<K>[]>(async () => (await ok(calls.$get())).json())

  const create: Collection<K>['create'] = async (fields, idempotencyKey) => {
    const headers: Record<string, string> = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}
    const response = await ok(calls.$post({ json: fields }, { headers }))
    const created = await response.json()
    // The list may have been reloaded in the meantime, and then it has the item already.
    change((items) => sorted([...items.filter(({ id }) => id !== created.id), created]))
    void load()
    return { publishError: publishError(response), undo: () => remove(created.id) }
  }

  const showSaved: Collection<K>['showSaved'] = (saved) => {
    const byId = new Map(saved.map((item) => [item.id, item]))
    change((items) => sorted(items.map((item) => byId.get(item.id) ?? item)))
    void load()
  }

  const put = async ({ id, updatedAt }: Item<K>, fields: Partial<ItemFields<K>>) => {
    const response = await ok(calls[':id'].$put({ param: { id }, json: fields }, { headers: { 'If-Match': `"${updatedAt}"` } }))
    return { saved: await response.json(), publishError: publishError(response), merged: mergedFields(response) }
  }

  const update: Collection<K>['update'] = async (item, fields) => {
    const { saved, publishError, merged } = await put(item, fields)
    showSaved([saved])
    const changed = (Object.keys(fields) as (keyof ItemFields<K> & keyof Item<K>)[]).filter(
      (name) => !merged.includes(String(name)) && !isSame(item[name], saved[name]),
    )
    const before = Object.fromEntries(changed.map((name) => [name, item[name]])) as Partial<ItemFields<K>>
    return { publishError, merged, undo: () => update(saved, before) }
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

  const arrange = createArrange({ $loaded, load, change }, put)

  const reorder: Collection<K>['reorder'] = async (items, success, before) => {
    try {
      const unpublished = await arrange(items)
      const action = undoing(() => arrange(before))
      showToast(unpublished ? notPublished(unpublished) : { kind: 'success', title: 'Orden actualizado', text: success, action })
    } catch (error) {
      showToast(failed(`orden de los ${collectionKinds[key].label.toLowerCase()}`, 'actualizar', error))
    }
  }

  return { $loaded, load, create, update, remove, showSaved, reorder }
}

type Put<K extends CollectionKey> = (
  item: Item<K>,
  fields: Partial<ItemFields<K>>,
) => Promise<{ saved: Item<K>; publishError: string | null }>

function createArrange<K extends CollectionKey>(list: Pick<Loader<Item<K>[]>, '$loaded' | 'load' | 'change'>, put: Put<K>) {
  const { $loaded, load, change } = list
  // A second move waits for the first, because it needs the versions that the first move saved.
  const oneAtATime = pLimit(1)
  let lastFailure: unknown = null

  return async (items: Item<K>[]): Promise<string | null> => {
    // Reads the current `displayOrder` numbers, because an undo passes items with outdated numbers.
    const currentOrders = new Map(($loaded.get().data ?? []).map(({ id, displayOrder }) => [id, displayOrder]))
    const numbers = orderChanges(
      items.map(({ id, displayOrder }) => ({ id, displayOrder: currentOrders.get(id) ?? displayOrder })),
    )
    const numbered = (item: Item<K>): Item<K> => ({ ...item, displayOrder: numbers.get(item.id) ?? item.displayOrder })
    change((all) => sorted(all.map(numbered)))
    const failureBefore = lastFailure
    return oneAtATime(async () => {
      // If an earlier move failed, the list was reloaded, so this move no longer applies.
      if (lastFailure !== failureBefore) throw lastFailure
      try {
        const changed = ($loaded.get().data ?? []).filter(({ id }) => numbers.has(id))
        const answers = await Promise.all(
          changed.map((item) => put(item, { displayOrder: numbers.get(item.id) } as Partial<ItemFields<K>>)),
        )
        const versions = new Map(answers.map(({ saved }) => [saved.id, saved.updatedAt]))
        // Takes over only the version (`updatedAt`), because the user may have moved the item again.
        change((all) => all.map((item) => ({ ...item, updatedAt: versions.get(item.id) ?? item.updatedAt })))
        return answers.at(-1)?.publishError ?? null
      } catch (error) {
        lastFailure = error
        await load()
        throw error
      }
    })
  }
}

function reloadAll(): void {
  for (const collection of Object.values(collections)) void collection.load()
}

export const collections = Object.fromEntries(collectionKeys.map((key) => [key, createCollection(key)])) as unknown as {
  [K in CollectionKey]: Collection<K>
}
