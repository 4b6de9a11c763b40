/** Codes of an authenticator app (RFC 6238: six digits, steps of 30 seconds, SHA-1, as all apps read them), and recovery codes. */
import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeBase32UpperCaseNoPadding } from '@oslojs/encoding'
import { createTOTPKeyURI, verifyHOTP } from '@oslojs/otp'
import {
  beginTotp,
  confirmTotp,
  findTotp,
  recoveryCodeId,
  recoveryCodeIds,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from '../../data/accounts/second-factor.ts'
import type { Db } from '../../data/db/db.ts'
import type { Erasures } from '../backup/erasures.ts'
import { Unavailable } from '../http/errors.ts'
import { readKeyFile } from '../system/key-file.ts'

const digits = 6
const step = 30_000
/** A phone's clock may be a step behind or ahead. */
const tolerance = 1

/** Letters and digits that are not taken for one another when they are copied by hand. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** The key file's name in a DATA_DIR. */
export const accountKey = 'account-key'

export type Totp = ReturnType<typeof createTotp>

type Options = { db: Db; dataDir: string; erasures: Pick<Erasures, 'noteThenDelete'>; now?: () => number }

/** What checks codes; secrets are encrypted (AES-256-GCM) with the key in `dataDir`/account-key, which is in no backup. Recovery
 * codes that were used or replaced are noted beside the backups: a restored one must not bring them back. */
export function createTotp({ db, dataDir, erasures, now = () => Date.now() }: Options) {
  let file: ReturnType<typeof readKeyFile> | undefined
  const keyFile = () => (file ??= readKeyFile(join(dataDir, accountKey)))

  function encrypted(secret: Buffer, userId: string): Buffer {
    const { key, isKept } = keyFile()
    // With the key of this process alone nobody would get in after the next start.
    if (!isKept) throw new Unavailable('the key of the second factors cannot be written')
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(userId))
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  }

  const decrypted = (sealed: Buffer, userId: string) => decryptedWith(keyFile().key, sealed, userId)

  /** Whether it is the app's code of now, not used before. */
  function isCode(userId: string, code: string, isConfirmed: boolean): boolean {
    const stored = findTotp(db, userId, isConfirmed)
    const secret = stored && decrypted(stored.secret, userId)
    if (!secret || !/^\d{6}$/.test(code)) return false
    const current = Math.floor(now() / step)
    for (let counter = current - tolerance; counter <= current + tolerance; counter += 1)
      if (verifyHOTP(secret, BigInt(counter), digits, code) && takeStep(db, userId, counter)) return true
    return false
  }

  /** Ten new recovery codes, of which hashes are kept. */
  function newRecoveryCodes(userId: string): string[] {
    const codes = Array.from({ length: 10 }, recoveryCode)
    const replace = () => replaceRecoveryCodes(db, userId, codes.map(bare))
    erasures.noteThenDelete('code', recoveryCodeIds(db, userId), replace, () => true)
    return codes
  }

  const isInUse = (userId: string): boolean => findTotp(db, userId, true) !== null

  return {
    /** Makes a secret for a user, and the address that an app reads from a picture; null where one is in use already. */
    begin(userId: string, account: string, site: string): { secret: string; url: string } | null {
      const secret = randomBytes(20)
      if (!beginTotp(db, userId, encrypted(secret, userId))) return null
      return { secret: encodeBase32UpperCaseNoPadding(secret), url: createTOTPKeyURI(site, account, secret, step / 1000, digits) }
    },

    /** Puts the secret into use when the app's code is right; returns ten recovery codes, which are shown once, or null. */
    confirm(userId: string, code: string): string[] | null {
      if (!isCode(userId, code, false)) return null
      confirmTotp(db, userId)
      return newRecoveryCodes(userId)
    },

    /** Whether a user has to give a code. */
    isInUse,

    /** Whether codes can be checked here: not where the key file is another one, or gone. */
    isReadable(userId: string): boolean {
      const stored = findTotp(db, userId, true)
      return stored !== null && decrypted(stored.secret, userId) !== null
    },

    /** Replaces the recovery codes of a user; returns the new ones, which are shown once, or null where there is no app. */
    renewRecoveryCodes: (userId: string): string[] | null => (isInUse(userId) ? newRecoveryCodes(userId) : null),

    /** Uses up what somebody typed: a code of the app, or a recovery code. False where it is neither, or was used. */
    accepts(userId: string, typed: string): boolean {
      const code = bare(typed)
      if (isCode(userId, code, true)) return true
      const id = recoveryCodeId(code)
      // A wrong one writes nothing.
      if (!recoveryCodeIds(db, userId).includes(id)) return false
      return erasures.noteThenDelete('code', [id], () => takeRecoveryCode(db, userId, code), Boolean)
    },
  }
}

/** Null where it was encrypted with another key, as after a restore on another machine. */
function decryptedWith(key: Buffer, sealed: Buffer, userId: string): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(userId))
  decipher.setAuthTag(sealed.subarray(-16))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  } catch {
    return null
  }
}

/** Whether the key file of a DATA_DIR is the one with which this secret was encrypted. Makes none where there is none. */
export function fitsKeyFile(dataDir: string, { userId, secret }: { userId: string; secret: Buffer }): boolean {
  try {
    return decryptedWith(readFileSync(join(dataDir, accountKey)), secret, userId) !== null
  } catch {
    return false
  }
}

/** Without what is written between the letters, as people copy it. */
const bare = (typed: string) => typed.toLowerCase().replaceAll(/[\s-]/g, '')

/** 118 random bits, such as 'k4mz-q7xw-2nab-…': a plain hash of so many cannot be tried through, of fewer it could be. */
function recoveryCode(): string {
  const four = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 6 }, four).join('-')
}
