/** What the published list of what takes place and the script's have in common. */
import type { Now } from '../../data/programme/now.ts'

/** So many are named on the first screen of a phone; the agenda has the others. */
export const shownAtOnce = { running: 4, next: 2 }

/** Names what is shown, so that the script knows whether it is still so. */
export const keyOf = ({ moment, day, isUnderWay, running, next }: Now) =>
  [moment, day, isUnderWay, ...running, '/', ...next].join(' ')
