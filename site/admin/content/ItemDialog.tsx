import { type ReactNode, useContext, useRef } from 'react'
import { type Control, type DefaultValues, type FieldPath, useWatch } from 'react-hook-form'
import { z } from 'zod'
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
import { DialogToolContext } from './dialog-tool.ts'
import { type Inputs, inputsOf } from './inputs.ts'
import { kinds } from './kinds.ts'
import { mergedNote } from './merged-note.ts'
import { nextOrder } from './order.ts'

export type ItemFormProps<K extends CollectionKey> = {
  collection: K
  fields: (input: Inputs<ItemFields<K>>, control: Control<ItemFields<K>>, item: Item<K> | null) => ReactNode
  incomplete?: (fields: string[]) => ToastContent | undefined
  complete?: (values: ItemFields<K>, item: Item<K> | null) => ItemFields<K>
  whenHidden?: (item: Item<K>) => string
}

type Props<K extends CollectionKey> = ItemFormProps<K> & {
  item: Item<K> | null
  isRecovered?: boolean
  start?: Partial<ItemFields<K>>
  items: Item<K>[]
  /** Idempotency key of an earlier save of this item, which may have succeeded without a response. */
  idempotencyKey?: string
  onAnother: (values: ItemFields<K>, saving: Promise<ToastContent>, idempotencyKey: string) => void
  onClose: () => void
}

export function ItemDialog<K extends CollectionKey>(props: Props<K>) {
  const { collection, item, start, items, isRecovered = false, whenHidden, complete = same, onAnother, fields, ...rest } = props
  const base = useRef(item)
  // Empty without https, because browsers then lack randomUUID.
  const idempotencyKey = useRef<string>(props.idempotencyKey ?? crypto.randomUUID?.() ?? '')
  const state = collections[collection]
  const { noun, another = 'otro' } = kinds[collection]
  const verb = item ? 'actualizar' : 'crear'
  const order = nextOrder(items.map(({ displayOrder }) => displayOrder))
  const values = complete({ ...fieldsOf(collection, item, order), ...start }, item)

  async function save(values: ItemFields<K>): Promise<ToastContent> {
    const sent = base.current ? state.update(base.current, values) : state.create(values, idempotencyKey.current)
    const { publishError, merged, undo } = await sent
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
        startValues: item ? undefined : values,
        tag: () => base.current?.updatedAt ?? idempotencyKey.current,
        setTag: (tag) => {
          if (base.current) base.current = { ...base.current, updatedAt: tag }
          else if (tag) idempotencyKey.current = tag
        },
        readNewest,
      }}
      title={`${item ? 'Editar' : 'Agregar'} ${capitalized(noun)}`}
      schema={z.preprocess((typed) => complete(typed as ItemFields<K>, item), withRules(collection, formSchemas[collection]))}
      values={values}
      save={save}
      failure={(error) => failed(noun, verb, error)}
      tool={useContext(DialogToolContext)}
      another={
        item
          ? undefined
          : {
              label: `Guardar y agregar ${another}`,
              open: (values, saving) => onAnother(values, saving, idempotencyKey.current),
            }
      }
      {...rest}
    >
      {(_, control) => {
        const input = inputsOf(collection, control)
        return (
          <>
            {fields(input, control, item)}
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <NumberField {...input('displayOrder' as FieldPath<ItemFields<K>>)} hint="Los números menores van primero." />
              <VisibleField control={control} input={input} consequence={item ? (whenHidden?.(item) ?? '') : ''} />
            </div>
          </>
        )
      }}
    </FormDialog>
  )
}

type VisibleProps<K extends CollectionKey> = {
  control: Control<ItemFields<K>>
  input: Inputs<ItemFields<K>>
  consequence: string
}

function VisibleField<K extends CollectionKey>({ control, input, consequence }: VisibleProps<K>) {
  const name = 'isActive' as FieldPath<ItemFields<K>>
  const isHidden = useWatch({ control, name }) === false
  return (
    <div className="flex flex-col gap-2">
      <SwitchField {...input(name)} hint="Se muestra en la página pública." />
      <p role="status" className="text-sm font-semibold whitespace-pre-line empty:hidden">
        {isHidden && consequence}
      </p>
    </div>
  )
}

const same = <T,>(values: T) => values

/** The form has no `speakerId`, because the server derives it from `speakerIds`. */
const formSchemas = { ...itemSchemas, events: itemSchemas.events.omit({ speakerId: true }) }

export function copyOf<K extends CollectionKey>(key: K, item: Item<K>): Partial<ItemFields<K>> {
  const { displayOrder: _, sourceId: __, sourceMark: ___, ...fields } = fieldsOf(key, item, 0) as Record<string, unknown>
  return { ...fields, ...('slug' in fields && { slug: '' }) } as Partial<ItemFields<K>>
}

const draftKeyOf = (collection: CollectionKey, item: { id: string } | null) => `${collection}/${item?.id ?? 'nuevo'}`

function fieldsOf<K extends CollectionKey>(key: K, item: Item<K> | null, displayOrder: number): ItemFields<K> {
  const saved: DefaultValues<Record<string, unknown>> = item ?? { ...itemDefaults[key], displayOrder }
  const names = Object.keys(formSchemas[key].shape)
  return Object.fromEntries(names.map((name) => [name, saved[name] === undefined ? '' : saved[name]])) as ItemFields<K>
}
