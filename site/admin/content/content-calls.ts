import type { ClientResponse } from 'hono/client'
import type { ClientErrorStatusCode, ServerErrorStatusCode } from 'hono/utils/http-status'
import type { CollectionKey, Content, Item, ItemFields, SectionIdentity, SectionKey } from '../../../data/content/schema.ts'

type Refused = ClientResponse<unknown, ClientErrorStatusCode | ServerErrorStatusCode>
type Headed = { headers: Record<string, string> }

/** The typed client has a different type for each section. This type fits all sections. */
export type SectionCalls<K extends SectionKey> = {
  $get: () => Promise<ClientResponse<Content[K] & SectionIdentity, 200, 'json'>>
  $put: (
    args: { json: Partial<Content[K]> },
    options: Headed,
  ) => Promise<ClientResponse<Content[K] & SectionIdentity, 200, 'json'> | Refused>
}

export type CollectionCalls<K extends CollectionKey> = {
  $get: () => Promise<ClientResponse<Item<K>[], 200, 'json'>>
  $post: (args: { json: Partial<ItemFields<K>> }, options: Headed) => Promise<ClientResponse<Item<K>, 201, 'json'> | Refused>
  ':id': {
    $put: (
      args: { param: { id: string }; json: Partial<ItemFields<K>> },
      options: Headed,
    ) => Promise<ClientResponse<Item<K>, 200, 'json'> | Refused>
    $delete: (args: { param: { id: string } }) => Promise<ClientResponse<{ deleted: boolean }, 200, 'json'> | Refused>
  }
}
