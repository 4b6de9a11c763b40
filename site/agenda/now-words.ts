import type { Now } from '../../data/programme/now.ts'

export const shownAtOnce = { running: 4, next: 2 }

export const keyOf = ({ moment, day, isUnderWay, running, next }: Now) =>
  [moment, day, isUnderWay, ...running, '/', ...next].join(' ')
