import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import type { CollectionKey, Item, ItemFields } from '../../../data/content/schema.ts'
import { showToast, type ToastContent } from '../../toast/toast.ts'
import type { Loaded } from '../calls/loaded.ts'
import { capitalized, failed } from '../calls/messages.ts'
import { DraftOffer } from '../forms/DraftOffer.tsx'
import { markUnsaved } from '../shell/unsaved.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { collections } from './collections.ts'
import { HistoryButton } from './HistoryButton.tsx'
import { copyOf, ItemDialog, type ItemFormProps } from './ItemDialog.tsx'
import { ItemDrafts } from './ItemDrafts.tsx'
import type { ListActions } from './ItemList.tsx'
import { kinds } from './kinds.ts'
import { $itemToOpen } from './open-item.ts'
import { nextOrder } from './order.ts'
import { PresenceNote } from './PresenceNote.tsx'
import { matches, minSearchedCount, SearchedContext } from './search.ts'

type Props<K extends CollectionKey> = ItemFormProps<K> & {
  note?: ReactNode
  tools?: ReactNode
  /** Ready-made items to begin with. */
  templates?: readonly { name: string; start: Partial<ItemFields<K>> }[]
  nextDefaults?: (saved: ItemFields<K>) => Partial<ItemFields<K>>
  extraSearchText?: (item: Item<K>) => string
  children: (items: Item<K>[], actions: ListActions<K>) => ReactNode
}

type DialogProps<K extends CollectionKey> = ComponentProps<typeof ItemDialog<K>>
type OpenItem<K extends CollectionKey> = Pick<DialogProps<K>, 'item' | 'isRecovered' | 'start' | 'idempotencyKey'>

/** An item whose save failed after its form was closed. */
type FailedItem<K extends CollectionKey> = Pick<OpenItem<K>, 'idempotencyKey'> & {
  mark: string
  at: number
  values: ItemFields<K>
}

export function Collection<K extends CollectionKey>(props: Props<K>) {
  const { note, tools, templates, nextDefaults = () => ({}), extraSearchText = () => '', children, ...form } = props
  const { collection } = form
  const state = collections[collection]
  const loaded: Loaded<Item<K>[]> = useStore(state.$loaded)
  const [editing, setEditing] = useState<OpenItem<K> | null>(null)
  const [addedCount, setAddedCount] = useState(0)
  const [failedItems, setFailedItems] = useState<FailedItem<K>[]>([])
  const [search, setSearch] = useState('')
  const { label } = kinds[collection]
  const itemToOpen = useStore($itemToOpen)

  useEffect(() => {
    const item = itemToOpen?.collection === collection && loaded.data?.find(({ id }) => id === itemToOpen.id)
    if (!item) return
    $itemToOpen.set(null)
    setEditing({ item })
  }, [itemToOpen, collection, loaded.data])

  function open(item: OpenItem<K>) {
    setAddedCount((count) => count + 1)
    setEditing(item)
  }

  const addAnother: DialogProps<K>['onAnother'] = (values, saving, idempotencyKey) => {
    const orders = [...(loaded.data ?? []), values].map(({ displayOrder }) => displayOrder)
    open({ item: null, start: { ...nextDefaults(values), displayOrder: nextOrder(orders) } as Partial<ItemFields<K>> })
    const failedItem = { mark: `saving:${idempotencyKey || collection}`, at: Date.now(), values, idempotencyKey }
    void reportSave(collection, failedItem, saving, () => reopen(failedItem)).then((isSaved) => {
      if (!isSaved) setFailedItems((others) => [...others, failedItem])
    })
  }

  function forget({ mark }: FailedItem<K>) {
    markUnsaved(mark, false)
    setFailedItems((items) => items.filter((item) => item.mark !== mark))
  }

  function reopen(failedItem: FailedItem<K>) {
    forget(failedItem)
    open({ item: null, start: failedItem.values, idempotencyKey: failedItem.idempotencyKey })
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
                  subject={`«${nameOf(item.values)}»`}
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

const nameOf = (values: ItemFields<CollectionKey>): string =>
  'title' in values ? values.title : 'label' in values ? values.label : values.name

/** Returns whether a save whose form is closed succeeded. After a failure it stays marked as unsaved. */
async function reportSave<K extends CollectionKey>(
  collection: K,
  { mark, values }: FailedItem<K>,
  saving: Promise<ToastContent>,
  reopen: () => void,
): Promise<boolean> {
  markUnsaved(mark, true)
  try {
    showToast(await saving)
    markUnsaved(mark, false)
    return true
  } catch (error) {
    const action = { label: 'Abrir de nuevo', run: async () => reopen() }
    showToast({ ...failed(kinds[collection].noun, 'crear', error, `No se guardó «${nameOf(values)}»`), action })
    return false
  }
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
