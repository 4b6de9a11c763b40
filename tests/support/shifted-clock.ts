/**
 * Loaded into a process before itself (`node --import`): its clock is off by as many days as the file named by CLOCK_DAYS
 * says, from one call to the next. The product has no part in this.
 */
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_DAYS ?? ''
const RealDate = Date

const now = () => RealDate.now() + Number(readFileSync(file, 'utf8')) * 24 * 60 * 60 * 1000

class ShiftedDate extends RealDate {
  constructor(...given: unknown[]) {
    // @ts-expect-error: whatever Date takes.
    super(...(given.length === 0 ? [now()] : given))
  }

  static override now = now
}

globalThis.Date = ShiftedDate as DateConstructor
