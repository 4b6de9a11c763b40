import { hash, verify } from '@node-rs/argon2'

// Argon2id (the library's default) with 19 MiB, two passes and one lane: OWASP's first recommendation,
// https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** At most this many hashes at once, so that a burst of sign-ins cannot take the machine's memory and cores. */
const slots = 2
let free = slots
const waiting: (() => void)[] = []

/** More waiting than are done in about two seconds: whoever comes now is better told to come again. */
const longQueue = 60

/** Whether so many wait for their turn that no more should. */
export function isBusy(): boolean {
  return waiting.length >= longQueue
}

async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  if (free === 0) await new Promise<void>((resume) => waiting.push(resume))
  else free -= 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
}

/** The password's Argon2id hash in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return inSlot(() => hash(password, cost))
}

// Of a random password that nobody knows: checking against it takes as long as checking a real one.
const dummyHash = hash(crypto.randomUUID(), cost)

/** Whether the password fits the hash. Without a hash (no such user) it takes the same time and is false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await dummyHash)
  const fits = await inSlot(() => verify(known, password))
  return fits && passwordHash !== null
}
