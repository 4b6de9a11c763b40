/** A mail server that takes everything and keeps nothing. Prints its port. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, _session, done) {
    stream.on('end', () => done()).resume()
  },
})
// Without a listener a client that hangs up would end the process.
server.on('error', () => {})
const listening = server.listen(0, '127.0.0.1', () => console.log((listening.address() as AddressInfo).port))
