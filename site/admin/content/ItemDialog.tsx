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

type Props<K extends CollectionKey> = {
  collection: K
  /** Whether what was typed before and never saved is to be in it. */
  isRecovered: boolean
  /** The item to edit; none to create one. */
  item: Item<K> | null
  /** What a new one begins with, besides what every new one does. */
  start?: Partial<ItemFields<K>> | undefined
  items: Item<K>[]
  /** What else hiding the item hides. */
  whenHidden: ((item: Item<K>) => string) | undefined
  incomplete: ((fields: string[]) => ToastContent | undefined) | undefined
  /** Fills in fields that may be left empty in the form, but not in an item. */
  complete: (values: ItemFields<K>, item: Item<K> | null) => ItemFields<K>
  /** Opens another new one, after one with these values. */
  onAnother: (saved: ItemFields<K>) => void
  onClose: () => void
  children: (input: Inputs<ItemFields<K>>, control: Control<ItemFields<K>>, item: Item<K> | null) => ReactNode
}

/** Creates an item of a collection, or edits one: its own fields, then those that every item has. */
export function ItemDialog<K extends CollectionKey>(props: Props<K>) {
  const { collection, item, start, items, isRecovered, whenHidden, complete, onAnother, children, ...rest } = props
  // The version that what is typed is a change of.
  const base = useRef(item)
  // Under what a new one is made: sent again after an answer that was lost, it is there once. Browsers have none for http:// elsewhere.
  const newUnder = useRef<string>(crypto.randomUUID?.() ?? '')
  const state = collections[collection]
  const { noun, another } = kinds[collection]
  const verb = item ? 'actualizar' : 'crear'
  const order = nextOrder(items.map(({ displayOrder }) => displayOrder))
  const values = complete({ ...fieldsOf(collection, item, order), ...start }, item)

  async function save(values: ItemFields<K>): Promise<ToastContent> {
    const sent = base.current ? state.update(base.current, values) : state.create(values, newUnder.current)
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
        // Of one that is changed the rest is saved already.
        begun: item ? undefined : values,
        tag: () => base.current?.updatedAt ?? newUnder.current,
        setTag: (tag) => {
          if (base.current) base.current = { ...base.current, updatedAt: tag }
          else if (tag) newUnder.current = tag
        },
        readNewest,
      }}
      title={`${item ? 'Editar' : 'Agregar'} ${capitalized(noun)}`}
      schema={z.preprocess((typed) => complete(typed as ItemFields<K>, item), withRules(collection, asked[collection]))}
      values={values}
      save={save}
      failure={(error) => failed(noun, verb, error)}
      tool={useContext(DialogToolContext)}
      another={item ? undefined : { label: `Guardar y agregar ${another}`, open: onAnother }}
      {...rest}
    >
      {(control) => {
        const input = inputsOf(collection, control)
        return (
          <>
            {children(input, control, item)}
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

/** Whether visitors see it; while they are not to, what else they will not see. */
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

/** What a form asks for: who speaks at an event is said by the list alone. */
const asked = { ...itemSchemas, events: itemSchemas.events.omit({ speakerId: true }) }

/** What a copy of an item begins with: all but what is its own. */
export function copyOf<K extends CollectionKey>(key: K, item: Item<K>): Partial<ItemFields<K>> {
  const { displayOrder: _, sourceId: __, sourceMark: ___, ...fields } = fieldsOf(key, item, 0) as Record<string, unknown>
  return { ...fields, ...('slug' in fields && { slug: '' }) } as Partial<ItemFields<K>>
}

/** Under what the draft of an item is kept; all new ones of a list share one key. */
const draftKeyOf = (collection: CollectionKey, item: { id: string } | null) => `${collection}/${item?.id ?? 'nuevo'}`

/** The fields of an item without its identity, or those of a new one: empty where there is no default. */
function fieldsOf<K extends CollectionKey>(key: K, item: Item<K> | null, displayOrder: number): ItemFields<K> {
  const saved: DefaultValues<Record<string, unknown>> = item ?? { ...itemDefaults[key], displayOrder }
  const names = Object.keys(asked[key].shape)
  return Object.fromEntries(names.map((name) => [name, saved[name] ?? ''])) as ItemFields<K>
}
