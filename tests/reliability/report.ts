import { appendFileSync } from 'node:fs'

/** Result of a reliability test: attempts and losses. */
export type Report = { what: string; tried: number; lost: number }

/** Adds a result to the table of `npm run test:full`. */
export function report(result: Report): void {
  const file = process.env.RELIABILITY_REPORT
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`)
}
