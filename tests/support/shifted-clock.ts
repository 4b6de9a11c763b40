/** Loaded with `node --import`. Shifts the clock by the days in the file CLOCK_DAYS, read at each call. */
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_DAYS ?? ''
const RealDate = Date

const now = () => RealDate.now() + Number(readFileSync(file, 'utf8')) * 24 * 60 * 60 * 1000

// A proxy and not a subclass, because libraries look for methods on Date's own prototype.
globalThis.Date = new Proxy(RealDate, {
  construct: (_, given, target) => Reflect.construct(RealDate, given.length === 0 ? [now()] : given, target),
  apply: () => String(new Date()),
  get: (_, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
})
