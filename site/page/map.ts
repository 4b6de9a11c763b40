import type { Content } from '../../data/content/schema.ts'

/** Parameters: https://developers.google.com/maps/documentation/urls/get-started#search-action */
export function mapOf({ mapUrl, address, city }: Content['event']): string {
  if (mapUrl || !address) return mapUrl
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: [address, city].filter(Boolean).join(', ') })}`
}
