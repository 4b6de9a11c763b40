/**
 * Loaded into the started product (`node --import`): tells on a socket how much processor time its event loop has used, and on
 * another, whoever keeps it open, how much the longest piece took meanwhile in which nobody else was served. Threads of its own
 * do not count.
 */
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

/** Of this thread alone: hashing, compression and the disk work in others and hold nobody up. In microseconds. */
function used(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

const meter = createServer((socket) => void socket.on('error', () => {}).end(String(used())))
if (isMainThread) meter.listen(process.env.CPU_METER).unref()

const pieces = createServer({ allowHalfOpen: true }, (socket) => {
  let [longest, before, isOver] = [0, used(), false]
  // Each turn of the event loop, from one to the next.
  const look = () => {
    const now = used()
    longest = Math.max(longest, now - before)
    before = now
    if (isOver) socket.end(String(longest))
    else setImmediate(look)
  }
  setImmediate(look)
  socket
    .on('error', () => {})
    .on('end', () => (isOver = true))
    .resume()
    .write('\n')
})
if (isMainThread) pieces.listen(`${process.env.CPU_METER}-pieces`).unref()
