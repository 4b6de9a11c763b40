import type { ReactNode } from 'react'
import type { Control, DefaultValues, FieldPath } from 'react-hook-form'
import { itemDefaults } from '../../../data/defaults.ts'
import { type CollectionKey, type Item, type ItemFields, itemSchemas } from '../../../data/schema.ts'
import type { ToastContent } from '../../toast/toast.ts'
import { failed, succeeded } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { NumberField } from '../fields/NumberField.tsx'
import { SwitchField } from '../fields/SwitchField.tsx'
import { collectionStores } from '../stores/collections.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { capitalized, nouns } from './nouns.ts'
import { nextOrder } from './order.ts'

type Props<K extends CollectionKey> = {
  collection: K
  /** The item to edit; none to create one. */
  item: Item<K> | null
  items: Item<K>[]
  incomplete?: (fields: string[]) => ToastContent | undefined
  onClose: () => void
  children: (control: Control<ItemFields<K>>) => ReactNode
}

/** Creates an item of a collection, or edits one: its own fields, then those that every item has. */
export function ItemDialog<K extends CollectionKey>({ collection, item, items, children, ...rest }: Props<K>) {
  const store = collectionStores[collection]
  const noun = nouns[collection].one
  const verb = item ? 'actualizar' : 'crear'

  async function save(values: ItemFields<K>): Promise<ToastContent> {
    const { publishError, takeBack } = await (item ? store.update(item, values) : store.create(values))
    return succeeded(noun, verb, publishError, undoing(takeBack))
  }

  return (
    <FormDialog
      title={`${item ? 'Editar' : 'Agregar'} ${capitalized(noun)}`}
      schema={itemSchemas[collection]}
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

/** The fields of an item without its identity, or those of a new one: empty where there is no default. */
function fieldsOf<K extends CollectionKey>(key: K, item: Item<K> | null, displayOrder: number): ItemFields<K> {
  const stored: DefaultValues<Record<string, unknown>> = item ?? { ...itemDefaults[key], displayOrder }
  const names = Object.keys(itemSchemas[key].shape)
  return Object.fromEntries(names.map((name) => [name, stored[name] ?? ''])) as ItemFields<K>
}
