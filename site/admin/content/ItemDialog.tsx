import { type ReactNode, useRef } from 'react'
import type { Control, DefaultValues, FieldPath } from 'react-hook-form'
import { itemDefaults } from '../../../data/content/defaults.ts'
import { withRules } from '../../../data/content/rules.ts'
import { type CollectionKey, type Item, type ItemFields, itemSchemas } from '../../../data/content/schema.ts'
import type { ToastContent } from '../../toast/toast.ts'
import { failed, succeeded } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { NumberField } from '../forms/NumberField.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { collectionStores } from './collections.ts'
import { mergedNote } from './labels.ts'
import { capitalized, nouns } from './nouns.ts'
import { nextOrder } from './order.ts'

type Props<K extends CollectionKey> = {
  collection: K
  /** Whether what was typed before and never saved is to be in it. */
  isRecovered: boolean
  /** The item to edit; none to create one. */
  item: Item<K> | null
  items: Item<K>[]
  incomplete?: (fields: string[]) => ToastContent | undefined
  onClose: () => void
  children: (control: Control<ItemFields<K>>) => ReactNode
}

/** Creates an item of a collection, or edits one: its own fields, then those that every item has. */
export function ItemDialog<K extends CollectionKey>({ collection, item, items, isRecovered, children, ...rest }: Props<K>) {
  // The version that what is typed is a change of.
  const base = useRef(item)
  const store = collectionStores[collection]
  const noun = nouns[collection].one
  const verb = item ? 'actualizar' : 'crear'

  async function save(values: ItemFields<K>): Promise<ToastContent> {
    const { publishError, merged, takeBack } = await (base.current ? store.update(base.current, values) : store.create(values))
    return { ...succeeded(noun, verb, publishError, undoing(takeBack)), note: mergedNote(collection, merged) }
  }

  async function readNewest(): Promise<ItemFields<K> | null> {
    await store.load()
    const newest = store.$loaded.get().data?.find(({ id }) => id === item?.id)
    if (!newest) return null
    base.current = newest
    return fieldsOf(collection, newest, 0)
  }

  return (
    <FormDialog
      versions={{
        section: collection,
        id: item?.id,
        place: placeOf(collection, item),
        isRecovered,
        tag: () => base.current?.updatedAt ?? '',
        setTag: (updatedAt) => {
          if (base.current) base.current = { ...base.current, updatedAt }
        },
        readNewest,
      }}
      title={`${item ? 'Editar' : 'Agregar'} ${capitalized(noun)}`}
      schema={withRules(collection, asked[collection])}
      values={fieldsOf(collection, item, nextOrder(items.map(({ displayOrder }) => displayOrder)))}
      save={save}
      failure={(error) => failed(noun, verb, error)}
      {...rest}
    >
      {(control) => (
        <>
          {children(control)}
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <NumberField
              control={control}
              name={'displayOrder' as FieldPath<ItemFields<K>>}
              label="Orden"
              hint="Los números menores van primero."
            />
            <SwitchField
              control={control}
              name={'isActive' as FieldPath<ItemFields<K>>}
              label="Visible"
              hint="Se muestra en la página pública."
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}

/** What a form asks for: who speaks at an event is said by the list alone. */
const asked = { ...itemSchemas, events: itemSchemas.events.omit({ speakerId: true }) }

/** Where the draft of an item is kept; all new ones of a list have one place. */
const placeOf = (collection: CollectionKey, item: { id: string } | null) => `${collection}/${item?.id ?? 'nuevo'}`

/** The fields of an item without its identity, or those of a new one: empty where there is no default. */
function fieldsOf<K extends CollectionKey>(key: K, item: Item<K> | null, displayOrder: number): ItemFields<K> {
  const stored: DefaultValues<Record<string, unknown>> = item ?? { ...itemDefaults[key], displayOrder }
  const names = Object.keys(asked[key].shape)
  return Object.fromEntries(names.map((name) => [name, stored[name] ?? ''])) as ItemFields<K>
}
