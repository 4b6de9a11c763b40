import type { Content } from '../content/schema.ts'

export type ShownNotice = Pick<Content['notice'], 'text' | 'url'>

export const withoutNotice: ShownNotice = { text: '', url: '' }

/** Returns the notice as visitors see it at an instant (ISO 8601): empty if it is over. */
export const noticeAt = ({ text, url, until }: Content['notice'], at: string): ShownNotice =>
  text === '' || (until !== '' && until <= at) ? withoutNotice : { text, url }
