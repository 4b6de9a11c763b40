import type { Content } from '../../data/content/schema.ts'

/**
 * Where a map shows the conference: the address that the organisers gave, or else a search for its street; empty without either.
 * The search is that of https://developers.google.com/maps/documentation/urls/get-started#search-action, which phones open in an app.
 */
export function mapOf({ mapUrl, address, city }: Content['event']): string {
  if (mapUrl || !address) return mapUrl
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: [address, city].filter(Boolean).join(', ') })}`
}
