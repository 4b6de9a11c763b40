import type { CollectionKey } from '../../../data/content/schema.ts'

export const collectionKeys = ['speakers', 'scenarios', 'events', 'partners'] as const satisfies readonly CollectionKey[]

export const isCollection = (key: string): key is CollectionKey => (collectionKeys as readonly string[]).includes(key)
