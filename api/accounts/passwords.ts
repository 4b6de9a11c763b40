import { hash, verify } from '@node-rs/argon2'
import pLimit, { type LimitFunction } from 'p-limit'

// Argon2id, first recommendation of https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const queue = pLimit(2)

/** At most two passwords are checked at once for each IP address, so that a flood from one address delays only that address. */
const ofAddresses = new Map<string, LimitFunction>()

const maxWaiting = { ofAddress: 60, ofAll: 1_000 }

export function isBusy(address: string): boolean {
  return (ofAddresses.get(address)?.pendingCount ?? 0) >= maxWaiting.ofAddress || queue.pendingCount >= maxWaiting.ofAll
}

export function hashPassword(password: string): Promise<string> {
  return queue(() => hash(password, cost))
}

const dummyHash = hash(crypto.randomUUID(), cost)

/**
 * If `passwordHash` is null (unknown user), checks another hash, so that the response time does not reveal who has an account.
 */
export async function verifyPassword(passwordHash: string | null, password: string, address: string): Promise<boolean> {
  const comparedHash = passwordHash ?? (await dummyHash)
  const addressQueue = ofAddresses.get(address) ?? pLimit(2)
  ofAddresses.set(address, addressQueue)
  try {
    const fits = await addressQueue(() => queue(() => verify(comparedHash, password)))
    return fits && passwordHash !== null
  } finally {
    if (addressQueue.activeCount + addressQueue.pendingCount <= 1 && ofAddresses.get(address) === addressQueue)
      ofAddresses.delete(address)
  }
}
