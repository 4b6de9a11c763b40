import { z } from 'zod'
import { itemDefaults } from '../../data/content/defaults.ts'
import { boundedList } from '../../data/content/list-bounds.ts'
import {
  type CollectionKey,
  type Content,
  type Item,
  itemSchemas,
  type SectionKey,
  sectionSchemas,
} from '../../data/content/schema.ts'

export type PreviewContent = {
  sections?: { [K in SectionKey]?: Partial<Content[K]> } | undefined
  collections?: { [K in CollectionKey]?: (Partial<Item<K>> & Pick<Item<K>, never>)[] } | undefined
}

const identity = { id: z.string().min(1).max(100), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() }

const changes = Object.entries(sectionSchemas).map(([key, schema]) => [key, (schema as z.ZodObject).partial().optional()])

const lists = Object.entries(itemSchemas).map(([key, schema]: [string, z.ZodObject]) => {
  const withDefault = Object.keys(itemDefaults[key as CollectionKey])
  const optional = withDefault.map((field) => [field, z.optional(schema.shape[field] ?? z.never())])
  const item = schema.extend({ ...Object.fromEntries(optional), ...z.object(identity).partial().shape })
  return [key, boundedList(key as CollectionKey, item).optional()]
})

export const previewSchema = z.strictObject({
  sections: z.strictObject(Object.fromEntries(changes)).optional(),
  collections: z.strictObject(Object.fromEntries(lists)).optional(),
}) as unknown as z.ZodType<PreviewContent, PreviewContent>
