import { appendFileSync } from 'node:fs'

/** What a test of reliability tried, how often, and how much was lost. */
export type Report = { what: string; tried: number; lost: number }

/** Notes a result for the table of `npm run test:full`. */
export function report(result: Report): void {
  const file = process.env.RELIABILITY_REPORT
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`)
}
