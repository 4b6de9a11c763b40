/**
 * Adds random delays of up to 250 ms to file operations and requests. Tests that check too early then fail. Loaded by `npm run
 * test:full -- delays` into tests, servers and commands.
 */
import { EventEmitter } from 'node:events'
import { promises } from 'node:fs'
import { Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'

// Stored here, because a test may replace these functions.
const { setTimeout: after, fetch: send } = globalThis
const { random } = Math

/** Returns milliseconds: often zero, usually few, sometimes many. */
function someDelay(): number {
  const luck = random()
  if (luck < 0.4) return 0
  return luck < 0.9 ? random() * 20 : random() * 240
}

const someWait = () => new Promise<void>((resolve) => after(resolve, someDelay()))

function delayed<Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) {
  return async (...given: Given): Promise<Result> => {
    await someWait()
    const result = await work(...given)
    await someWait()
    return result
  }
}

const names = ['copyFile', 'cp', 'link', 'mkdir', 'open', 'readFile', 'readdir', 'rename', 'rm', 'stat', 'unlink', 'writeFile']
for (const name of names) {
  const work: unknown = Reflect.get(promises, name)
  if (typeof work === 'function') Reflect.set(promises, name, delayed(work.bind(promises)))
}
syncBuiltinESMExports()

globalThis.fetch = delayed(send)

const { emit } = EventEmitter.prototype
Server.prototype.emit = function (name: string | symbol, ...given: unknown[]) {
  if (name !== 'request') return emit.call(this, name, ...given)
  after(() => emit.call(this, name, ...given), someDelay())
  return true
}
