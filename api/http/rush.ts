import type { RequestListener, Server } from 'node:http'

/**
 * A listener that hands on to `listener`, and lets requests wait while new connections come turn after turn of the event loop, for
 * `longest` milliseconds at most. Node accepts one connection in each turn, in which it also answers all who are there: of 64
 * who come at once the last would be let in when the others have been answered two thousand times. Who comes alone waits for a turn
 * without anybody new, which is nothing. Connections that never cease to come hold up nobody for more than half of the time.
 */
export function letInFirst(server: Server, listener: RequestListener, longest = 10): RequestListener {
  const waiting: (() => void)[] = []
  let isLettingIn = false
  let hasCome = false
  let until = 0
  let restsUntil = 0

  function look(): void {
    const isOver = performance.now() >= until
    if (hasCome && !isOver) {
      hasCome = false
      setImmediate(look)
      return
    }
    isLettingIn = false
    if (isOver) restsUntil = until + longest
    for (const answer of waiting.splice(0)) answer()
  }

  server.on('connection', () => {
    hasCome = true
    const now = performance.now()
    if (isLettingIn || now < restsUntil) return
    isLettingIn = true
    until = now + longest
    setImmediate(look)
  })

  return (incoming, outgoing) => {
    if (isLettingIn) waiting.push(() => listener(incoming, outgoing))
    else listener(incoming, outgoing)
  }
}
