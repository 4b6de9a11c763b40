/** Loaded into the started product (`node --import`): tells on a socket how much processor time its event loop has used. */
import { createServer } from 'node:net'

const meter = createServer((socket) => {
  // Of this thread alone: hashing, compression and the disk work in others and hold nobody up.
  const { user, system } = process.threadCpuUsage()
  socket.on('error', () => {}).end(String(user + system))
})
meter.listen(process.env.CPU_METER).unref()
