import { hash, verify } from '@node-rs/argon2'
import pLimit, { type LimitFunction } from 'p-limit'

// Argon2id with 19 MiB, two passes and one lane, the first recommendation of OWASP:
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two hashes at once, so that many sign-ins cannot take all memory and cores. */
const queue = pLimit(2)

/**
 * One queue per address, two hashes at a time in the common queue. A flood from one address delays others by at most
 * two hashes.
 */
const ofAddresses = new Map<string, LimitFunction>()

/** About two seconds of hashing per address and half a minute in total. Further sign-ins get 503. */
const maxWaiting = { ofAddress: 60, ofAll: 1_000 }

/** Returns whether a further sign-in should be refused. */
export function isBusy(address: string): boolean {
  return (ofAddresses.get(address)?.pendingCount ?? 0) >= maxWaiting.ofAddress || queue.pendingCount >= maxWaiting.ofAll
}

/** Returns the Argon2id hash in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return queue(() => hash(password, cost))
}

// Verifying against it takes as long as against a user's hash.
const dummyHash = hash(crypto.randomUUID(), cost)

/** Returns whether the password fits. Without a hash (unknown user) it returns false after an equal time. */
export async function verifyPassword(passwordHash: string | null, password: string, address: string): Promise<boolean> {
  const comparedHash = passwordHash ?? (await dummyHash)
  const addressQueue = ofAddresses.get(address) ?? pLimit(2)
  ofAddresses.set(address, addressQueue)
  try {
    const fits = await addressQueue(() => queue(() => verify(comparedHash, password)))
    return fits && passwordHash !== null
  } finally {
    // The current call still counts as active here.
    if (addressQueue.activeCount + addressQueue.pendingCount <= 1 && ofAddresses.get(address) === addressQueue)
      ofAddresses.delete(address)
  }
}
