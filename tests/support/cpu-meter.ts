/**
 * Loaded with `node --import`. One socket reports the processor time of the event loop. Another reports its longest turn during
 * the connection. Other threads do not count.
 */
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

/** Returns the processor time of this thread in microseconds. Hashing, compression and disk access run in other threads and do not count. */
function used(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

const meter = createServer((socket) => void socket.on('error', () => {}).end(String(used())))
if (isMainThread) meter.listen(process.env.CPU_METER).unref()

const pieces = createServer({ allowHalfOpen: true }, (socket) => {
  let [longest, before, isOver] = [0, used(), false]
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
