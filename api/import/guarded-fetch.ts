import { type LookupAddress, lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Unreadable } from '../../data/import/source.ts'
import { isPublicAddress } from './public-addresses.ts'

export class NotFetched extends Unreadable {
  override readonly field = 'url'
}

type Limits = { maxBytes: number; timeoutMs: number }

export type Network = {
  isPublic: (address: string) => boolean
  resolve: (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void
  ca?: string | undefined
}

export const internet: Network = {
  isPublic: isPublicAddress,
  resolve: (host, done) => lookup(host, { all: true }, done),
}

const maxRedirects = 3

const inside = 'La dirección lleva a una red privada.'

const headers = { Accept: '*/*', 'User-Agent': 'conferencia' }

/** Fetches an untrusted https address and follows redirects. Never connects to a private network. Throws NotFetched. */
export async function fetchGuarded(address: string, limits: Limits, network: Network = internet): Promise<Buffer<ArrayBuffer>> {
  const deadline = AbortSignal.timeout(limits.timeoutMs)
  let url = address
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await open(insistOnPublic(url, network), deadline, network)
    const status = answer.statusCode ?? 0
    if (status >= 300 && status < 400 && answer.headers.location) {
      answer.destroy()
      url = URL.parse(answer.headers.location, url)?.href ?? ''
      continue
    }
    if (status !== 200) {
      answer.destroy()
      throw new NotFetched(`La dirección respondió ${status}.`)
    }
    return bytesOf(answer, limits.maxBytes, deadline)
  }
  throw new NotFetched('La dirección lleva a otra demasiadas veces.')
}

function insistOnPublic(address: string, { isPublic }: Network): URL {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') throw new NotFetched('La dirección no empieza con https://')
  if (url.username || url.password) throw new NotFetched('La dirección lleva un usuario o una contraseña.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Checks IP addresses here, because Node calls `lookup` only for names.
  if (isIP(host) && !isPublic(host)) throw new NotFetched(inside)
  return url
}

function open(url: URL, signal: AbortSignal, { isPublic, resolve, ca }: Network): Promise<IncomingMessage> {
  // Connects to the address that was checked, because a second lookup could return another address.
  const lookup: LookupFunction = (host, { all }, done) =>
    resolve(host, (error, addresses) => {
      if (error) return done(error, [])
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublic(address))) return done(new NotFetched(inside), [])
      return all ? done(null, addresses) : done(null, first.address, first.family)
    })
  return new Promise((fulfil, reject) => {
    const sent = request(url, { lookup, signal, agent: false, headers, ...(ca && { ca }) }, fulfil)
    sent.on('error', (error) => reject(asNotFetched(error, signal)))
    sent.end()
  })
}

async function bytesOf(answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer) {
      size += chunk.length
      if (size > maxBytes) throw new NotFetched(`El archivo pesa más de ${Math.round(maxBytes / 1024 / 1024)} MB.`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw asNotFetched(error, signal)
  }
  return Buffer.concat(chunks)
}

function asNotFetched(error: unknown, signal: AbortSignal): NotFetched {
  if (error instanceof NotFetched) return error
  return new NotFetched(signal.aborted ? 'La dirección tardó demasiado en responder.' : 'No se pudo abrir la dirección.')
}
