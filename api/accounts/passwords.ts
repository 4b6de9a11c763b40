import { hash, verify } from '@node-rs/argon2'
import pLimit, { type LimitFunction } from 'p-limit'

// Argon2id (the library's default) with 19 MiB, two passes and one lane: OWASP's first recommendation,
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two hashes at once, so that a burst of sign-ins cannot take the machine's memory and cores. */
const queue = pLimit(2)

/**
 * What waits to be queued, by the address that it comes from. Of each two are in the queue at a time: whoever
 * sends hundreds waits behind themselves, and everybody else behind two of theirs.
 */
const ofAddresses = new Map<string, LimitFunction>()

/** The hashes of about two seconds from one address, and of half a minute from all. Beyond it a sign-in is answered with 503. */
const maxWaiting = { ofAddress: 60, ofAll: 1_000 }

/** Whether so much waits, from this address or from all, that a further sign-in should be refused. */
export function isBusy(address: string): boolean {
  return (ofAddresses.get(address)?.pendingCount ?? 0) >= maxWaiting.ofAddress || queue.pendingCount >= maxWaiting.ofAll
}

/** The password's Argon2id hash in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return queue(() => hash(password, cost))
}

// Of a random, unknown password: verifying against it takes as long as against a real one.
const dummyHash = hash(crypto.randomUUID(), cost)

/**
 * Whether the password fits the hash, in the turn of the address that asks. Without a hash (no such user) it takes the same
 * time and is false.
 */
export async function verifyPassword(passwordHash: string | null, password: string, address: string): Promise<boolean> {
  const known = passwordHash ?? (await dummyHash)
  const own = ofAddresses.get(address) ?? pLimit(2)
  ofAddresses.set(address, own)
  try {
    const fits = await own(() => queue(() => verify(known, password)))
    return fits && passwordHash !== null
  } finally {
    // This one still counts as active here.
    if (own.activeCount + own.pendingCount <= 1 && ofAddresses.get(address) === own) ofAddresses.delete(address)
  }
}
