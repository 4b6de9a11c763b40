import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Control } from 'react-hook-form'
import type { CollectionKey, Item, ItemFields } from '../../../data/content/schema.ts'
import type { ToastContent } from '../../toast/toast.ts'
import type { Loaded } from '../calls/loaded.ts'
import { capitalized } from '../calls/messages.ts'
import { Loading } from '../ui/Loading.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { collections } from './collections.ts'
import { HistoryButton } from './HistoryButton.tsx'
import { copyOf, ItemDialog } from './ItemDialog.tsx'
import { ItemDrafts } from './ItemDrafts.tsx'
import type { ListActions } from './ItemList.tsx'
import type { Inputs } from './inputs.ts'
import { kinds } from './kinds.ts'
import { $itemToOpen } from './open.ts'
import { Present } from './Present.tsx'
import { matches, minSearchedCount, SearchedContext } from './search.ts'

type Props<K extends CollectionKey> = {
  collection: K
  note?: ReactNode
  tools?: ReactNode
  fields: (input: Inputs<ItemFields<K>>, control: Control<ItemFields<K>>, item: Item<K> | null) => ReactNode
  incomplete?: (fields: string[]) => ToastContent | undefined
  /** For fields that the form may leave empty. */
  complete?: (values: ItemFields<K>, item: Item<K> | null) => ItemFields<K>
  whenHidden?: (item: Item<K>) => string
  /** Defaults of the next item, after one with these values. */
  following?: (saved: ItemFields<K>) => Partial<ItemFields<K>>
  alsoKnownBy?: (item: Item<K>) => string
  children: (items: Item<K>[], actions: ListActions<K>) => ReactNode
}

/** `turn` counts new items added one after another. */
type Editing<K extends CollectionKey> = {
  item: Item<K> | null
  isRecovered?: boolean
  start?: Partial<ItemFields<K>>
  turn?: number
}

export function Collection<K extends CollectionKey>(props: Props<K>) {
  const {
    collection,
    note,
    tools,
    fields,
    incomplete,
    complete = (values) => values,
    whenHidden,
    following = () => ({}),
    alsoKnownBy = () => '',
    children,
  } = props
  const state = collections[collection]
  const loaded: Loaded<Item<K>[]> = useStore(state.$loaded)
  const [editing, setEditing] = useState<Editing<K> | null>(null)
  const [search, setSearch] = useState('')
  const { label } = kinds[collection]
  const itemToOpen = useStore($itemToOpen)

  useEffect(() => {
    const item = itemToOpen?.collection === collection && loaded.data?.find(({ id }) => id === itemToOpen.id)
    if (!item) return
    $itemToOpen.set(null)
    setEditing({ item })
  }, [itemToOpen, collection, loaded.data])

  function renderItems(items: Item<K>[]) {
    const onCopy = (item: Item<K>) => setEditing({ item: null, start: copyOf(collection, item) })
    const actions = { onEdit: (item: Item<K>) => setEditing({ item }), onCopy }
    const isSearched = items.length >= minSearchedCount && search.trim() !== ''
    const matchingItems = isSearched ? items.filter((item) => matches(item, search.trim(), alsoKnownBy(item))) : items
    // With and without a search the elements are the same, so that they keep their state.
    return (
      <>
        {isSearched && <SearchStatus label={label} matchCount={matchingItems.length} totalCount={items.length} />}
        <SearchedContext value={isSearched}>{children(matchingItems, actions)}</SearchedContext>
      </>
    )
  }

  return (
    <section className="flex flex-col gap-5" aria-label={label}>
      <Loading loaded={loaded} onRetry={state.load}>
        {(items) => (
          <>
            <Header {...{ collection, note, tools }} count={items.length} onAdd={() => setEditing({ item: null })} />
            {!editing && (
              <ItemDrafts collection={collection} items={items} onRecover={(item) => setEditing({ item, isRecovered: true })} />
            )}
            {items.length >= minSearchedCount && (
              <SearchBox placeholder={`Buscar en ${label}`} value={search} onChange={setSearch} className="w-full sm:max-w-sm" />
            )}
            {items.length === 0 ? <p className="panel-empty">No hay {label.toLowerCase()} agregados aún</p> : renderItems(items)}
            {editing && (
              <ItemDialog
                collection={collection}
                key={editing.turn}
                item={editing.item}
                start={editing.start}
                isRecovered={editing.isRecovered ?? false}
                items={items}
                incomplete={incomplete}
                complete={complete}
                whenHidden={whenHidden}
                onAnother={(saved) => setEditing({ item: null, start: following(saved), turn: (editing.turn ?? 0) + 1 })}
                onClose={() => setEditing(null)}
              >
                {fields}
              </ItemDialog>
            )}
          </>
        )}
      </Loading>
    </section>
  )
}

type HeaderProps = { collection: CollectionKey; note: ReactNode; tools: ReactNode; count: number; onAdd: () => void }

function Header({ collection, note, tools, count, onAdd }: HeaderProps) {
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
      <Present section={collection} />
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
