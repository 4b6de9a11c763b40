import type { z } from 'zod'
import type { FieldErrors } from '../../data/content/rules.ts'
import { type AgendaEvent, type Item, itemSchemas } from '../../data/content/schema.ts'
import { limits } from '../../data/limits.ts'
import { nameOfField } from '../../data/programme/field-names.ts'
import type { SentItem } from '../../data/speakers/edits.ts'
import { isLinkField, type LinkSection, linkFields, linkSections } from '../../data/speakers/link-fields.ts'
import { internalLink, internalLinksIn } from '../content/saving.ts'
import { fieldErrors } from '../http/validate.ts'
import type { FormField } from '../publishing/render.ts'

const unknown = 'Este campo no se puede cambiar aquí'

/** True for all fields except the picture, which is sent as a file. */
export const isTyped = (field: string) => field !== 'image'

const long = ['bio', 'description']
const addresses = ['linkedinUrl', 'twitterUrl', 'slidesUrl', 'recordingUrl']

const lengths: Record<string, number> = { name: limits.shortText, company: limits.shortText, level: limits.label }

/** An item that a speaker can edit with their personal link: their own entry, or one of their talks. */
export type OwnItem = { section: LinkSection; item: Item<'speakers'> | AgendaEvent }

/** Fields are named `speakers.{id}.bio` and `speakers.{id}.links.0.url`. */
export function fieldsFor({ section, item }: OwnItem): FormField[] {
  return (linkFields[section] as readonly string[]).filter(isTyped).flatMap((field): FormField[] => {
    const name = `${section}.${item.id}.${field}`
    const value: unknown = Reflect.get(item, field)
    if (field === 'links') return linkRows(name, value as Item<'speakers'>['links'])
    const kind = long.includes(field) ? 'long' : addresses.includes(field) ? 'url' : 'text'
    const maxLength = { long: limits.longText, url: limits.url, text: lengths[field] ?? limits.title }[kind]
    const isRequired = field === 'name' || (section === 'events' && field === 'title')
    return [{ name, label: nameOfField(section, field) ?? field, value: String(value ?? ''), maxLength, kind, isRequired }]
  })
}

function linkRows(name: string, links: Item<'speakers'>['links']): FormField[] {
  const rowCount = Math.min(limits.links, links.length + 1)
  return Array.from({ length: rowCount }, (_, index): FormField[] => {
    const { label = '', url = '' } = links[index] ?? {}
    const row = { isRequired: false, maxLength: limits.label }
    return [
      { ...row, name: `${name}.${index}.label`, label: `Enlace ${index + 1}: nombre`, value: label, kind: 'text' },
      {
        ...row,
        name: `${name}.${index}.url`,
        label: `Enlace ${index + 1}: dirección`,
        value: url,
        maxLength: limits.url,
        kind: 'url',
      },
    ]
  }).flat()
}

type Parsed = { items: SentItem[]; errors: FieldErrors }

/** Reads a sent form. A field other than the text fields of `ownItems` is an error. */
export function readSpeakerForm(form: Record<string, unknown>, ownItems: readonly OwnItem[], publicOrigin: string): Parsed {
  // An object without a prototype, so that every sent name is an ordinary key.
  const errors: FieldErrors = Object.create(null)
  const raw = new Map(
    ownItems.map(({ section, item }) => [`${section}.${item.id}`, { version: '', fields: {} as Record<string, unknown> }]),
  )
  for (const [name, value] of Object.entries(form)) {
    const [section = '', id = '', field = '', index, part] = name.split('.')
    const target = raw.get(`${section}.${id}`)
    const isKnown =
      field === 'version' || linkSections.some((linkSection) => linkSection === section && isLinkField(linkSection, field))
    const isRow = field === 'links' ? /^[0-5]$/.test(index ?? '') && ['label', 'url'].includes(part ?? '') : index === undefined
    if (!target || !isKnown || !isTyped(field) || !isRow || typeof value !== 'string') errors[name] = unknown
    else if (field === 'version') target.version = value
    else if (field === 'links') {
      target.fields.links ??= Array.from({ length: limits.links }, () => ({ label: '', url: '' }))
      Reflect.set((target.fields.links as object[])[Number(index)] ?? {}, part ?? '', value)
    } else target.fields[field] = value.replaceAll('\r\n', '\n')
  }
  const items = ownItems.flatMap(({ section, item }): SentItem[] => {
    const key = `${section}.${item.id}`
    const { version, fields } = raw.get(key) ?? { version: '', fields: {} }
    if (Object.keys(fields).length === 0) return []
    const schema: z.ZodObject = itemSchemas[section]
    const parsed = schema.partial().safeParse(fields)
    if (!parsed.success)
      for (const [field, message] of Object.entries(fieldErrors(parsed.error))) errors[`${key}.${field}`] = message
    else for (const path of internalLinksIn(fields, publicOrigin)) errors[`${key}.${path.join('.')}`] = internalLink
    return [{ section, id: item.id, version: version || item.updatedAt, fields: parsed.data ?? {} }]
  })
  return { items, errors }
}
