import { type ReactNode, useContext } from 'react'
import type { CollectionKey, Item } from '../../../data/content/schema.ts'
import { showToast } from '../../toast/toast.ts'
import { failed, succeeded } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { ask } from '../dialogs/ask.ts'
import { collections } from './collections.ts'
import { ItemActions } from './ItemActions.tsx'
import { kinds } from './kinds.ts'
import { moveItem } from './order.ts'
import { SearchedContext } from './search.ts'
import { itemAttribute, useDrag } from './use-drag.ts'

export type ListActions<K extends CollectionKey> = { onEdit: (item: Item<K>) => void; onCopy: (item: Item<K>) => void }

type Props<K extends CollectionKey> = ListActions<K> & {
  collection: K
  items: Item<K>[]
  nameOf: (item: Item<K>) => string
  /** Items can be reordered only within their lane, such as one group of partners. */
  laneOf?: (item: Item<K>) => string
  consequenceOf?: (item: Item<K>) => string
  moreOf?: (item: Item<K>) => ReactNode
  className: string
  children: (item: Item<K>) => ReactNode
}

export function ItemList<K extends CollectionKey>(props: Props<K>) {
  const { collection, items, nameOf, laneOf = () => '', className, children } = props
  const state = collections[collection]
  const { noun } = kinds[collection]
  const isSearched = useContext(SearchedContext)
  const { over, handleOf } = useDrag(inOneLane, move)

  const laneWith = (id: string) => {
    const item = items.find((other) => other.id === id)
    return item ? items.filter((other) => laneOf(other) === laneOf(item)) : []
  }

  function inOneLane(id: string, target: string): boolean {
    return laneWith(id).some((item) => item.id === target)
  }

  function move(id: string, target: string) {
    const before = laneWith(id)
    const lane = moveItem(before, id, target)
    const index = lane.findIndex((item) => item.id === id)
    const item = lane[index]
    if (item) void state.reorder(lane, `${nameOf(item)}: lugar ${index + 1} de ${lane.length}.`, before)
  }

  async function remove(item: Item<K>) {
    const isRemoving = await ask({
      question: `¿Estás seguro de que quieres eliminar este ${noun}?`,
      detail: [nameOf(item), props.consequenceOf?.(item)].filter(Boolean).join('\n\n'),
      action: 'Eliminar',
      isDestructive: true,
    })
    if (!isRemoving) return
    try {
      const { publishError, undo } = await state.remove(item.id)
      showToast(succeeded(noun, 'eliminar', publishError, undoing(undo)))
    } catch (error) {
      showToast(failed(noun, 'eliminar', error))
    }
  }

  return (
    <ul className={className}>
      {items.map((item) => {
        const lane = laneWith(item.id)
        const index = lane.indexOf(item)
        const step = (to: number) => {
          const target = lane[to]
          return target && (() => move(item.id, target.id))
        }
        return (
          <li key={item.id} className="item" {...{ [itemAttribute]: item.id }} data-over={over === item.id || undefined}>
            {children(item)}
            <ItemActions
              name={nameOf(item)}
              onEdit={() => props.onEdit(item)}
              onCopy={() => props.onCopy(item)}
              onDelete={() => remove(item)}
              more={props.moreOf?.(item)}
              order={
                lane.length > 1 && !isSearched
                  ? { onUp: step(index - 1), onDown: step(index + 1), handle: handleOf(item.id) }
                  : undefined
              }
            />
          </li>
        )
      })}
    </ul>
  )
}
