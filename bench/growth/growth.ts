import type { Row } from '../report.ts'

/** How a cost grows: a small table, pictures by name, and what of it has a goal. */
export type Growth = {
  title: string
  head: string[]
  rows: string[][]
  pictures: Record<string, string>
  goals: Pick<Row, 'what' | 'ours' | 'goal' | 'reached'>[]
}
