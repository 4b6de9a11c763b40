import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { CollectionKey, Item, ItemFields } from '../../../data/content/schema.ts'
import type { Loaded } from '../calls/loaded.ts'
import { capitalized } from '../calls/messages.ts'
import { DraftOffer } from '../forms/drafts/DraftOffer.tsx'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { collections } from './collections.ts'
import { $failedItems, type FailedItem, forget, reportSave } from './failed-items.ts'
import { HistoryButton } from './HistoryButton.tsx'
import { copyOf, ItemDialog, type ItemFormProps } from './ItemDialog.tsx'
import { ItemDrafts } from './ItemDrafts.tsx'
import type { ListActions } from './ItemList.tsx'
import { itemName } from './item-name.ts'
import { kinds } from './kinds.ts'
import { $itemToOpen } from './open-item.ts'
import { nextOrder } from './order.ts'
import { PresenceNote } from './PresenceNote.tsx'
import { matches, minSearchedCount, SearchedContext } from './search.ts'

type Props<K extends CollectionKey> = ItemFormProps<K> & {
  note?: ReactNode
  tools?: ReactNode
  /** Ready-made items from which a new item can start. */
  templates?: readonly { name: string; start: Partial<ItemFields<K>> }[]
  nextDefaults?: (saved: ItemFields<K>) => Partial<ItemFields<K>>
  extraSearchText?: (item: Item<K>) => string
  children: (items: Item<K>[], actions: ListActions<K>) => ReactNode
}

type DialogProps<K extends CollectionKey> = ComponentProps<typeof ItemDialog<K>>
type OpenItem<K extends CollectionKey> = Pick<DialogProps<K>, 'item' | 'isRecovered' | 'start' | 'idempotencyKey'>

export function Collection<K extends CollectionKey>(props: Props<K>) {
  const { note, tools, templates, nextDefaults = () => ({}), extraSearchText = () => '', children, ...form } = props
  const { collection } = form
  const state = collections[collection]
  const loaded: Loaded<Item<K>[]> = useStore(state.$loaded)
  const [editing, setEditing] = useState<OpenItem<K> | null>(null)
  const [addedCount, setAddedCount] = useState(0)
  const failedItems = useStore($failedItems).filter((item) => item.collection === collection)
  const isMounted = useRef(true)
  const [search, setSearch] = useState('')
  const { label } = kinds[collection]
  const itemToOpen = useStore($itemToOpen)

  useEffect(() => {
    const item = itemToOpen?.collection === collection && loaded.data?.find(({ id }) => id === itemToOpen.id)
    if (!item) return
    $itemToOpen.set(null)
    setEditing({ item })
  }, [itemToOpen, collection, loaded.data])

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  function open(item: OpenItem<K>) {
    setAddedCount((count) => count + 1)
    setEditing(item)
  }

  const addAnother: DialogProps<K>['onAnother'] = (values, saving, idempotencyKey) => {
    const orders = [...(loaded.data ?? []), values].map(({ displayOrder }) => displayOrder)
    open({ item: null, start: { ...nextDefaults(values), displayOrder: nextOrder(orders) } as Partial<ItemFields<K>> })
    void reportSave({ collection, values, idempotencyKey }, saving, reopen)
  }

  function reopen(failedItem: FailedItem) {
    // If the user is in another tab of the panel by now, the item stays in the list of failed items.
    if (!isMounted.current) return
    forget(failedItem)
    open({ item: null, start: failedItem.values as object as Partial<ItemFields<K>>, idempotencyKey: failedItem.idempotencyKey })
  }

  function renderItems(items: Item<K>[]) {
    const onCopy = (item: Item<K>) => setEditing({ item: null, start: copyOf(collection, item) })
    const actions = { onEdit: (item: Item<K>) => setEditing({ item }), onCopy }
    const isSearched = items.length >= minSearchedCount && search.trim() !== ''
    const matchingItems = isSearched ? items.filter((item) => matches(item, search.trim(), extraSearchText(item))) : items
    // Renders the same elements with and without a search, so that the items keep their state.
    return (
      <>
        {isSearched && <SearchStatus label={label} matchCount={matchingItems.length} totalCount={items.length} />}
        <SearchedContext value={isSearched}>{children(matchingItems, actions)}</SearchedContext>
      </>
    )
  }

  return (
    <section className="flex flex-col gap-5" aria-label={label}>
      <Loading of={state}>
        {(items) => (
          <>
            <Header {...{ collection, note, tools }} count={items.length} onAdd={() => setEditing({ item: null })}>
              {templates && <Templates templates={templates} onChoose={(start) => setEditing({ item: null, start })} />}
            </Header>
            {!editing && (
              <ItemDrafts collection={collection} items={items} onRecover={(item) => setEditing({ item, isRecovered: true })} />
            )}
            {!editing &&
              failedItems.map((item) => (
                <DraftOffer
                  key={item.mark}
                  at={item.at}
                  subject={`«${itemName(item.values)}»`}
                  onRecover={() => reopen(item)}
                  onDiscard={() => forget(item)}
                />
              ))}
            {items.length >= minSearchedCount && (
              <SearchBox placeholder={`Buscar en ${label}`} value={search} onChange={setSearch} className="w-full sm:max-w-sm" />
            )}
            {items.length === 0 ? <p className="panel-empty">No hay {label.toLowerCase()} agregados aún</p> : renderItems(items)}
            {editing && (
              <ItemDialog
                {...form}
                {...editing}
                key={addedCount}
                items={items}
                onAnother={addAnother}
                onClose={() => setEditing(null)}
              />
            )}
          </>
        )}
      </Loading>
    </section>
  )
}

type HeaderProps = {
  collection: CollectionKey
  note: ReactNode
  tools: ReactNode
  count: number
  onAdd: () => void
  children: ReactNode
}

function Header({ collection, note, tools, count, onAdd, children }: HeaderProps) {
  const { label, noun } = kinds[collection]
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-xl font-bold">
        {label} ({count})
      </h2>
      <div className="flex items-center gap-2">
        {tools}
        <HistoryButton section={collection} />
        <button type="button" className="btn btn-primary btn-sm sm:btn-md" onClick={onAdd}>
          <Plus className="size-4" aria-hidden="true" />
          Agregar <span className="max-sm:sr-only">{capitalized(noun)}</span>
        </button>
      </div>
      {children}
      <PresenceNote section={collection} />
      {note && (
        <div className="text-base-content/75 basis-full text-sm">
          <p className="max-w-prose">{note}</p>
        </div>
      )}
    </header>
  )
}

function SearchStatus({ label, matchCount, totalCount }: { label: string; matchCount: number; totalCount: number }) {
  return (
    <p role="status" className={matchCount > 0 ? 'sr-only' : 'panel-empty'}>
      {matchCount > 0 ? `${matchCount} de ${totalCount}` : `Nada en ${label} coincide con la búsqueda.`}
    </p>
  )
}

type TemplatesProps<T> = { templates: readonly { name: string; start: T }[]; onChoose: (start: T) => void }

function Templates<T>({ templates, onChoose }: TemplatesProps<T>) {
  return (
    <ul className="flex basis-full flex-wrap gap-2" aria-label="Listas para agregar">
      {templates.map(({ name, start }) => (
        <li key={name}>
          <Button label={name} Icon={Plus} onClick={() => onChoose(start)} />
        </li>
      ))}
    </ul>
  )
}
