import type { RegistrationCounts } from '../../../data/registrations/registrations.ts'
import { createLoaded } from './loaded.ts'

export const pageSize = 50

export const pageQuery = (page: number) => ({ limit: String(pageSize), offset: String(page * pageSize) })

/** Reads a header such as `X-Counts: matching=3, total=250`. */
export function countIn({ headers }: Pick<Response, 'headers'>): (name: string) => number {
  const pairs = (headers.get('X-Counts') ?? '').split(', ').map((pair) => pair.split('='))
  const counts = new Map(pairs.map(([name, count]) => [name, Number(count)]))
  return (name) => counts.get(name) ?? 0
}

export function countsOf(response: Pick<Response, 'headers'>): RegistrationCounts {
  const count: (name: keyof RegistrationCounts) => number = countIn(response)
  return {
    matching: count('matching'),
    total: count('total'),
    confirmed: count('confirmed'),
    pending: count('pending'),
    marketing: count('marketing'),
    arrived: count('arrived'),
    free: /\bfree=/.test(response.headers.get('X-Counts') ?? '') ? count('free') : null,
    registered: count('registered'),
    waitlisted: count('waitlisted'),
    cancelled: count('cancelled'),
  }
}

export function createPagedList<T>(read: (query: ReturnType<typeof pageQuery>) => Promise<ListResponse<T>>) {
  let page = 0
  const list = createLoaded(async () => {
    const loadedPage = page
    const response = await read(pageQuery(loadedPage))
    return { items: await response.json(), total: countsOf(response).total, page: loadedPage }
  })
  function openPage(nextPage: number): void {
    page = nextPage
    void list.load()
  }
  return { ...list, openPage }
}

type ListResponse<T> = Pick<Response, 'headers'> & { json: () => Promise<T[]> }
