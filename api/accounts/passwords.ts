import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

// Argon2id (the library's default) with 19 MiB, two passes and one lane: OWASP's first recommendation,
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two hashes at once, so that a burst of sign-ins cannot take the machine's memory and cores. */
const queue = pLimit(2)

/** The hashes of about two seconds. From this queue length on a sign-in is answered with 503. */
const maxWaiting = 60

/** Whether the queue is so long that a further sign-in should be refused. */
export function isBusy(): boolean {
  return queue.pendingCount >= maxWaiting
}

/** The password's Argon2id hash in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return queue(() => hash(password, cost))
}

// Of a random password that nobody knows: checking against it takes as long as checking a real one.
const dummyHash = hash(crypto.randomUUID(), cost)

/** Whether the password fits the hash. Without a hash (no such user) it takes the same time and is false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await dummyHash)
  const fits = await queue(() => verify(known, password))
  return fits && passwordHash !== null
}
