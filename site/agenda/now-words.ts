import type { Now } from '../../data/programme/now.ts'

export const shownAtOnce = { running: 4, next: 2 }

/** Lets the script detect a change. */
export const keyOf = ({ moment, day, isUnderWay, running, next }: Now) =>
  [moment, day, isUnderWay, ...running, '/', ...next].join(' ')
