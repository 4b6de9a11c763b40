/** Passkeys: what a browser is asked, and whether its answer is right. The only file that knows their library. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { findPasskey, listPasskeys, notePasskey, type StoredPasskey } from '../../data/accounts/second-factor.ts'
import type { Db } from '../../data/db/db.ts'
import { isAhead } from '../../data/instants.ts'
import { minute } from '../../data/time.ts'

/** Loaded with the first call: few starts need it. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: the library would also offer what this Node can check and another cannot. */
const algorithms = [-8, -7, -257]

/** Milliseconds for which a question can be answered. */
const patience = 5 * minute

export const noPasskeys = 'Las llaves de acceso necesitan un nombre de dominio con https; en una dirección IP no funcionan.'

export type Passkeys = ReturnType<typeof createPasskeys>

/** What asks and checks for the site at `publicOrigin`. */
export function createPasskeys(db: Db, publicOrigin: string, now: () => number = () => Date.now()) {
  const { hostname: rpID, protocol } = new URL(publicOrigin)
  const isOffered = isIP(rpID.replaceAll(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || rpID === 'localhost')
  const challenges = createChallenges(now)

  return {
    isOffered,

    /** What a browser needs to make a passkey for a user. */
    async askToRegister(user: { id: string; name: string; email: string }, site: string) {
      const { generateRegistrationOptions } = await library()
      return generateRegistrationOptions({
        rpName: site,
        rpID,
        userName: user.email,
        userDisplayName: user.name,
        userID: new Uint8Array(Buffer.from(user.id)),
        challenge: challenges.ask(user.id),
        excludeCredentials: listPasskeys(db, user.id).map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        supportedAlgorithmIDs: algorithms,
      })
    },

    /** The passkey that a browser made, to be added; null where its answer is not right. */
    async checkNew(userId: string, response: unknown, name: string): Promise<Omit<StoredPasskey, 'usedAt'> | null> {
      const { verifyRegistrationResponse } = await library()
      const answer = response as RegistrationResponseJSON
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: answer,
          expectedChallenge: (challenge) => challenges.isAnswered(challenge, userId),
          expectedOrigin: publicOrigin,
          expectedRPID: rpID,
          requireUserVerification: false,
          supportedAlgorithmIDs: algorithms,
        })
        if (!verified) return null
        const { id, publicKey, counter } = registrationInfo.credential
        const asksWho = Number(registrationInfo.userVerified)
        const transports = JSON.stringify((answer.response.transports ?? []).slice(0, 8))
        const createdAt = new Date(now()).toISOString()
        return { id, userId, name, publicKey: Buffer.from(publicKey), counter, transports, createdAt, asksWho }
      } catch {
        // The library throws for whatever does not fit.
        return null
      }
    },

    /** What a browser needs to sign somebody in; it says whom itself. */
    async askToSignIn() {
      const { generateAuthenticationOptions } = await library()
      return generateAuthenticationOptions({ rpID, userVerification: 'preferred', challenge: challenges.ask('') })
    },

    /**
     * The passkey with which a browser answered, and whether it asked its owner who they are (by a finger, say); null where that
     * is not right.
     */
    async check(response: unknown): Promise<{ passkey: StoredPasskey; isVerified: boolean } | null> {
      const { verifyAuthenticationResponse } = await library()
      const answer = response as AuthenticationResponseJSON
      const passkey = findPasskey(db, String(answer.id))
      if (!passkey) return null
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: answer,
          expectedChallenge: (challenge) => challenges.isAnswered(challenge, ''),
          expectedOrigin: publicOrigin,
          expectedRPID: rpID,
          requireUserVerification: false,
          credential: {
            id: passkey.id,
            publicKey: new Uint8Array(passkey.publicKey),
            counter: passkey.counter,
            transports: JSON.parse(passkey.transports),
          },
        })
        if (!verified) return null
        const { newCounter, userVerified: isVerified } = authenticationInfo
        notePasskey(db, passkey.id, newCounter, new Date(now()).toISOString(), isVerified)
        return { passkey, isVerified }
      } catch {
        return null
      }
    },
  }
}

/**
 * Questions that are answered once, within five minutes. Nothing is kept of one that was asked, so that nobody fills a memory by
 * asking: it carries its time and whom it is for under a key of this process; only answered ones are remembered.
 */
function createChallenges(now: () => number) {
  const key = randomBytes(32)
  const answered = new Map<string, number>()
  const seal = (bytes: Buffer, owner: string) => createHmac('sha256', key).update(bytes).update(owner).digest().subarray(0, 16)

  return {
    ask(owner: string): Uint8Array<ArrayBuffer> {
      const time = Buffer.alloc(8)
      time.writeBigUInt64BE(BigInt(now()))
      const asked = Buffer.concat([randomBytes(16), time])
      return new Uint8Array(Buffer.concat([asked, seal(asked, owner)]))
    },
    isAnswered(challenge: string, owner: string): boolean {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== 40 || answered.has(challenge)) return false
      const asked = bytes.subarray(0, 24)
      if (!timingSafeEqual(bytes.subarray(24), seal(asked, owner))) return false
      const askedAt = Number(asked.readBigUInt64BE(16))
      if (now() - askedAt > patience || isAhead(askedAt, now())) return false
      for (const [old, until] of answered) if (until < now()) answered.delete(old)
      answered.set(challenge, now() + patience)
      return true
    },
  }
}
