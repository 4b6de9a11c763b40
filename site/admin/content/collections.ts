import type { ClientResponse } from 'hono/client'
import type { ClientErrorStatusCode, ServerErrorStatusCode } from 'hono/utils/http-status'
import pLimit from 'p-limit'
import { listOrder } from '../../../data/content/public-content.ts'
import type { CollectionKey, Item, ItemFields } from '../../../data/content/schema.ts'
import { showToast } from '../../toast/toast.ts'
import { api, mergedFields, ok, publishError } from '../calls/client.ts'
import { createLoaded, type LoadedStore } from '../calls/loaded.ts'
import { failed, notPublished } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { isSame } from '../forms/drafts.ts'
import { nouns } from './nouns.ts'
import { orderChanges } from './order.ts'

type Refused = ClientResponse<unknown, ClientErrorStatusCode | ServerErrorStatusCode>
type Versioned = { headers: Record<string, string> }

/** The client of a collection; the four differ only in their types of items. */
type Calls<K extends CollectionKey> = {
  $get: () => Promise<ClientResponse<Item<K>[], 200, 'json'>>
  $post: (args: { json: Partial<ItemFields<K>> }) => Promise<ClientResponse<Item<K>, 201, 'json'> | Refused>
  ':id': {
    $put: (
      args: { param: { id: string }; json: Partial<ItemFields<K>> },
      options: Versioned,
    ) => Promise<ClientResponse<Item<K>, 200, 'json'> | Refused>
    $delete: (args: { param: { id: string } }) => Promise<ClientResponse<{ deleted: boolean }, 200, 'json'> | Refused>
  }
}

const calls: { [K in CollectionKey]: Calls<K> } = {
  speakers: api.speakers,
  scenarios: api.agenda.scenarios,
  events: api.agenda.events,
  partners: api.partners,
}

/** Saving throws ApiError when the server refuses, and tells why visitors do not see the change yet, if they do not. */
type CollectionStore<K extends CollectionKey> = Pick<LoadedStore<Item<K>[]>, '$loaded' | 'load'> & {
  create: (fields: Partial<ItemFields<K>>) => Promise<Saved>
  /** Over the version that `item` is: refused when somebody else has changed the same since. */
  update: (item: Item<K>, fields: Partial<ItemFields<K>>) => Promise<Saved>
  remove: (id: string) => Promise<Saved>
  /** Puts items into the order given. Shown at once; a toast says how saving it went. `before` is the order to offer again. */
  reorder: (items: Item<K>[], success: string, before?: Item<K>[]) => Promise<void>
}

/** Why a change is not published yet, if it is not, the fields that came from others, and what takes it back. */
type Saved = { publishError: string | null; merged?: string[]; takeBack: () => Promise<unknown> }

function createCollectionStore<K extends CollectionKey>(key: K): CollectionStore<K> {
  const call: Calls<K> = calls[key]
  const { $loaded, load, change } = createLoaded<Item<K>[]>(async () => (await ok(call.$get())).json())
  const sorted = (items: Item<K>[]) => items.toSorted(listOrder[key] as (a: Item<K>, b: Item<K>) => number)

  const create: CollectionStore<K>['create'] = async (fields) => {
    const response = await ok(call.$post({ json: fields }))
    const created = await response.json()
    change((items) => sorted([...items, created]))
    void load()
    return { publishError: publishError(response), takeBack: () => remove(created.id) }
  }

  const put = async ({ id, updatedAt }: Item<K>, fields: Partial<ItemFields<K>>) => {
    const response = await ok(call[':id'].$put({ param: { id }, json: fields }, { headers: { 'If-Match': `"${updatedAt}"` } }))
    return { saved: await response.json(), publishError: publishError(response), merged: mergedFields(response) }
  }

  const update: CollectionStore<K>['update'] = async (item, fields) => {
    const answer = await put(item, fields)
    change((items) => sorted(items.map((other) => (other.id === item.id ? answer.saved : other))))
    void load()
    const { saved } = answer
    const own = (Object.keys(fields) as (keyof ItemFields<K> & keyof Item<K>)[]).filter(
      (name) => !answer.merged.includes(String(name)),
    )
    const changed = own.filter((name) => !isSame(item[name], saved[name]))
    const old = Object.fromEntries(changed.map((name) => [name, item[name]])) as Partial<ItemFields<K>>
    return { publishError: answer.publishError, merged: answer.merged, takeBack: () => update(saved, old) }
  }

  const remove: CollectionStore<K>['remove'] = async (id) => {
    const response = await ok(call[':id'].$delete({ param: { id } }))
    change((items) => items.filter((other) => other.id !== id))
    reloadAll()
    const revision = response.headers.get('X-Previous-Revision') ?? ''
    const takeBack = async () => {
      await ok(api.history[':revision'].restore.$post({ param: { revision }, query: {}, json: { id } }))
      reloadAll()
    }
    return { publishError: publishError(response), takeBack }
  }

  // A quick second move builds on the versions that the first one made.
  const oneAtATime = pLimit(1)
  let failures = 0

  const reorder: CollectionStore<K>['reorder'] = async (items, success, before) => {
    const numbers = orderChanges(items.map(({ id, displayOrder }) => ({ id, displayOrder })))
    const numbered = (item: Item<K>): Item<K> => ({ ...item, displayOrder: numbers.get(item.id) ?? item.displayOrder })
    change((all) => sorted(all.map(numbered)))
    const failuresBefore = failures
    await oneAtATime(async () => {
      // The move before this one failed and the stored order is shown again: this move has no basis any more.
      if (failures > failuresBefore) return
      try {
        const changed = ($loaded.get().data ?? []).filter(({ id }) => numbers.has(id))
        const answers = await Promise.all(
          changed.map((item) => put(item, { displayOrder: numbers.get(item.id) } as Partial<ItemFields<K>>)),
        )
        const versions = new Map(answers.map(({ saved }) => [saved.id, saved.updatedAt]))
        // Only the version: a later move may have given the item another place already.
        change((all) => all.map((item) => ({ ...item, updatedAt: versions.get(item.id) ?? item.updatedAt })))
        const unpublished = answers.at(-1)?.publishError
        const action = before && undoing(() => reorder(before, 'El orden es el de antes.'))
        showToast(
          unpublished ? notPublished(unpublished) : { kind: 'success', title: 'Orden actualizado', text: success, action },
        )
      } catch (error) {
        failures += 1
        showToast(failed(`orden de los ${nouns[key].many.toLowerCase()}`, 'actualizar', error))
        await load()
      }
    })
  }

  return { $loaded, load, create, update, remove, reorder }
}

/** What was deleted or restored may change what other lists refer to. */
function reloadAll(): void {
  for (const store of Object.values(collectionStores)) void store.load()
}

/** The four collections. */
export const collectionStores: { [K in CollectionKey]: CollectionStore<K> } = {
  speakers: createCollectionStore('speakers'),
  scenarios: createCollectionStore('scenarios'),
  events: createCollectionStore('events'),
  partners: createCollectionStore('partners'),
}
