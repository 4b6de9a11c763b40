import { type ReactNode, useRef } from 'react'
import type { Control, DefaultValues, FieldPath } from 'react-hook-form'
import { itemDefaults } from '../../../data/content/defaults.ts'
import { withRules } from '../../../data/content/rules.ts'
import { type CollectionKey, type Item, type ItemFields, itemSchemas } from '../../../data/content/schema.ts'
import type { ToastContent } from '../../toast/toast.ts'
import { capitalized, failed, succeeded } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { NumberField } from '../forms/NumberField.tsx'
import { SwitchField } from '../forms/SwitchField.tsx'
import { collections } from './collections.ts'
import { type Inputs, inputsOf } from './inputs.ts'
import { kinds } from './kinds.ts'
import { mergedNote } from './merged-note.ts'
import { nextOrder } from './order.ts'

type Props<K extends CollectionKey> = {
  collection: K
  /** Whether what was typed before and never saved is to be in it. */
  isRecovered: boolean
  /** The item to edit; none to create one. */
  item: Item<K> | null
  items: Item<K>[]
  incomplete: ((fields: string[]) => ToastContent | undefined) | undefined
  onClose: () => void
  children: (input: Inputs<ItemFields<K>>, control: Control<ItemFields<K>>) => ReactNode
}

/** Creates an item of a collection, or edits one: its own fields, then those that every item has. */
export function ItemDialog<K extends CollectionKey>({ collection, item, items, isRecovered, children, ...rest }: Props<K>) {
  // The version that what is typed is a change of.
  const base = useRef(item)
  const state = collections[collection]
  const { noun } = kinds[collection]
  const verb = item ? 'actualizar' : 'crear'

  async function save(values: ItemFields<K>): Promise<ToastContent> {
    const { publishError, merged, undo } = await (base.current ? state.update(base.current, values) : state.create(values))
    return { ...succeeded(noun, verb, publishError, undoing(undo)), note: mergedNote(collection, merged) }
  }

  async function readNewest() {
    await state.load()
    const newest = state.$loaded.get().data?.find(({ id }) => id === item?.id)
    if (!newest) return null
    const take = () => {
      base.current = newest
    }
    return { values: fieldsOf(collection, newest, 0), take }
  }

  return (
    <FormDialog
      versions={{
        section: collection,
        id: item?.id,
        draftKey: draftKeyOf(collection, item),
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
      {(control) => {
        const input = inputsOf(collection, control)
        return (
          <>
            {children(input, control)}
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <NumberField {...input('displayOrder' as FieldPath<ItemFields<K>>)} hint="Los números menores van primero." />
              <SwitchField {...input('isActive' as FieldPath<ItemFields<K>>)} hint="Se muestra en la página pública." />
            </div>
          </>
        )
      }}
    </FormDialog>
  )
}

/** What a form asks for: who speaks at an event is said by the list alone. */
const asked = { ...itemSchemas, events: itemSchemas.events.omit({ speakerId: true }) }

/** Under what the draft of an item is kept; all new ones of a list share one key. */
const draftKeyOf = (collection: CollectionKey, item: { id: string } | null) => `${collection}/${item?.id ?? 'nuevo'}`

/** The fields of an item without its identity, or those of a new one: empty where there is no default. */
function fieldsOf<K extends CollectionKey>(key: K, item: Item<K> | null, displayOrder: number): ItemFields<K> {
  const saved: DefaultValues<Record<string, unknown>> = item ?? { ...itemDefaults[key], displayOrder }
  const names = Object.keys(asked[key].shape)
  return Object.fromEntries(names.map((name) => [name, saved[name] ?? ''])) as ItemFields<K>
}
