import { useState } from 'react'
import type { CollectionKey, Item } from '../../../data/content/schema.ts'
import { useUser } from '../auth/use-user.ts'
import { DraftOffer } from '../forms/drafts/DraftOffer.tsx'
import { listDrafts, removeDraft } from '../forms/drafts/drafts.ts'
import { itemName } from './item-name.ts'
import { kinds } from './kinds.ts'

type Props<K extends CollectionKey> = { collection: K; items: Item<K>[]; onRecover: (item: Item<K> | null) => void }

export function ItemDrafts<K extends CollectionKey>({ collection, items, onRecover }: Props<K>) {
  const user = useUser()
  const owner = user?.id ?? ''
  const [drafts, setDrafts] = useState(() => listDrafts(owner, `${collection}/`))

  function discard(key: string) {
    removeDraft(owner, key)
    setDrafts(drafts.filter((draft) => draft.key !== key))
  }

  return drafts.map(({ key, draft }) => {
    const id = key.slice(collection.length + 1)
    const item = items.find((other) => other.id === id) ?? null
    // The item was deleted. Its draft stays, because somebody may restore the item from the history.
    if (!item && id !== 'nuevo') return null
    const fields: Record<string, unknown> = { ...draft.values, ...item }
    const label = itemName(fields) || undefined
    return (
      <DraftOffer
        key={key}
        at={draft.at}
        subject={item ? label : `un ${kinds[collection].noun} nuevo${label ? `, ${label}` : ''}`}
        onRecover={() => onRecover(item)}
        onDiscard={() => discard(key)}
      />
    )
  })
}
