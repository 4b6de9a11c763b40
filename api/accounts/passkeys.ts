import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON, VerifiedRegistrationResponse } from '@simplewebauthn/server'
import { findPasskey, listPasskeys, recordPasskeyUse, type StoredPasskey } from '../../data/accounts/second-factor.ts'
import type { Db } from '../../data/db/db.ts'
import { isAhead } from '../../data/instants.ts'
import { minuteMs } from '../../data/time.ts'

const library = () => import('@simplewebauthn/server')

/** COSE numbers of the signature algorithms EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257]

type RegistrationInfo = NonNullable<VerifiedRegistrationResponse['registrationInfo']>

const challengeLifetimeMs = 5 * minuteMs

export const noPasskeys = 'Las llaves de acceso necesitan un nombre de dominio con https; en una dirección IP no funcionan.'

export type Passkeys = ReturnType<typeof createPasskeys>

export function createPasskeys(db: Db, publicOrigin: string, now: () => number = () => Date.now()) {
  const { hostname: rpID, protocol } = new URL(publicOrigin)
  const isOffered = isIP(rpID.replaceAll(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || rpID === 'localhost')
  const challenges = createChallenges(now)

  return {
    isOffered,

    async registrationOptions(user: { id: string; name: string; email: string }, site: string) {
      const { generateRegistrationOptions } = await library()
      return generateRegistrationOptions({
        rpName: site,
        rpID,
        userName: user.email,
        userDisplayName: user.name,
        userID: new Uint8Array(Buffer.from(user.id)),
        challenge: challenges.create(user.id),
        excludeCredentials: listPasskeys(db, user.id).map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        supportedAlgorithmIDs: algorithms,
      })
    },

    async checkNew(userId: string, response: unknown, name: string): Promise<Omit<StoredPasskey, 'usedAt'> | null> {
      const { verifyRegistrationResponse } = await library()
      const answer = response as RegistrationResponseJSON
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: answer,
          expectedChallenge: (challenge) => challenges.accepts(challenge, userId),
          expectedOrigin: publicOrigin,
          expectedRPID: rpID,
          requireUserVerification: false,
          supportedAlgorithmIDs: algorithms,
        })
        if (!verified) return null
        const createdAt = new Date(now()).toISOString()
        return { ...credentialOf(answer, registrationInfo), userId, name, createdAt }
      } catch {
        return null
      }
    },

    async signInOptions() {
      const { generateAuthenticationOptions } = await library()
      return generateAuthenticationOptions({ rpID, userVerification: 'preferred', challenge: challenges.create('') })
    },

    async check(response: unknown): Promise<{ passkey: StoredPasskey; isVerified: boolean } | null> {
      const { verifyAuthenticationResponse } = await library()
      const answer = response as AuthenticationResponseJSON
      const passkey = findPasskey(db, String(answer.id))
      if (!passkey) return null
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: answer,
          expectedChallenge: (challenge) => challenges.accepts(challenge, ''),
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
        recordPasskeyUse(db, passkey.id, newCounter, new Date(now()).toISOString(), isVerified)
        return { passkey, isVerified }
      } catch {
        return null
      }
    },
  }
}

/** Each challenge contains its time and a signature. So the server need not store unused challenges. */
function createChallenges(now: () => number) {
  const key = randomBytes(32)
  const usedChallenges = new Map<string, number>()
  const seal = (bytes: Buffer, owner: string) => createHmac('sha256', key).update(bytes).update(owner).digest().subarray(0, 16)

  return {
    create(owner: string): Uint8Array<ArrayBuffer> {
      const time = Buffer.alloc(8)
      time.writeBigUInt64BE(BigInt(now()))
      const question = Buffer.concat([randomBytes(16), time])
      return new Uint8Array(Buffer.concat([question, seal(question, owner)]))
    },
    accepts(challenge: string, owner: string): boolean {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== 40 || usedChallenges.has(challenge)) return false
      const question = bytes.subarray(0, 24)
      if (!timingSafeEqual(bytes.subarray(24), seal(question, owner))) return false
      const askedAt = Number(question.readBigUInt64BE(16))
      if (now() - askedAt > challengeLifetimeMs || isAhead(askedAt, now())) return false
      for (const [old, until] of usedChallenges) if (until < now()) usedChallenges.delete(old)
      usedChallenges.set(challenge, now() + challengeLifetimeMs)
      return true
    },
  }
}

function credentialOf({ response }: RegistrationResponseJSON, { credential, userVerified }: RegistrationInfo) {
  const { id, publicKey, counter } = credential
  const transports = JSON.stringify((response.transports ?? []).slice(0, 8))
  return { id, publicKey: Buffer.from(publicKey), counter, transports, asksWho: Number(userVerified) }
}
