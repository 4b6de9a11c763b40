import type { ContentKey } from '../../../data/content/schema.ts'
import { isCollection, kinds } from '../content/kinds.ts'
import type { Save } from './history.ts'

export type RestoreTarget = { revision: number; section: ContentKey; id?: string } | { time: string }

/** `action` is the label of the confirming button, `done` the text of the toast. */
export type RestoreOption = RestoreTarget & { label: string; action: string; done: string }

export function restoreOptionsOf(save: Save, time: string): RestoreOption[] {
  const { section, revision, previous } = save
  const { label } = kinds[section]
  const isList = isCollection(section)
  const all = isList ? `Toda la lista de ${label}` : label
  return [
    ...(isList ? itemOptions(save) : []),
    ...optionAt(previous, { section }, `${all}, como estaba antes de este cambio`, `${label}: como antes de las ${time}`),
    ...optionAt(revision, { section }, `${all}, como quedó con este cambio`, `${label}: como a las ${time}`),
    everythingAt(save.at, time),
  ]
}

export const everythingAt = (at: string, time: string): RestoreOption => ({
  label: `Todo el contenido, como estaba a las ${time}`,
  action: `Volver a las ${time}`,
  done: `Todo como a las ${time}`,
  time: at,
})

function itemOptions({ changes, revision, previous, section }: Save): RestoreOption[] {
  const lastChanges = new Map(changes.map((change) => [change.id ?? '', change]))
  return [...lastChanges].flatMap(([id, { name = '', field, before, after }]) => {
    const item = { section, id }
    if (field === null && after === null) return optionAt(previous, item, `Recuperar ${name}`, `${name}: recuperado`, 'Recuperar')
    const isCreation = field === null && before === null
    const earlier = isCreation ? null : previous
    return [
      ...optionAt(earlier, item, `Solo ${name}, como estaba antes de este cambio`, `${name}: como estaba antes`),
      ...optionAt(revision, item, `Solo ${name}, como quedó con este cambio`, `${name}: restaurado`),
    ]
  })
}

type Content = { section: ContentKey; id?: string }

function optionAt(revision: number | null, content: Content, label: string, done: string, action = 'Restaurar'): RestoreOption[] {
  return revision === null ? [] : [{ label, action, done, revision, ...content }]
}
