/**
 * Loaded into a process before itself (`node --import`): its clock is off by as many days as the file named by CLOCK_DAYS
 * says, from one call to the next. The product has no part in this.
 */
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_DAYS ?? ''
const RealDate = Date

const now = () => RealDate.now() + Number(readFileSync(file, 'utf8')) * 24 * 60 * 60 * 1000

// Not a class that extends it: libraries look for a date's methods on its own prototype.
globalThis.Date = new Proxy(RealDate, {
  construct: (_, given, target) => Reflect.construct(RealDate, given.length === 0 ? [now()] : given, target),
  apply: () => String(new Date()),
  get: (_, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
})
