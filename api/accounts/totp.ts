/** Codes of authenticator apps by RFC 6238: six digits, steps of 30 seconds, SHA-1. */
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
  takeTotpStep,
} from '../../data/accounts/second-factor.ts'
import type { Db } from '../../data/db/db.ts'
import type { Erasures } from '../backup/erasures.ts'
import { Unavailable } from '../http/errors.ts'
import { readKeyFile } from '../system/key-file.ts'

const digitCount = 6
const stepMs = 30_000
const maxStepsOff = 1

const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

export const accountKey = 'account-key'

export type Totp = ReturnType<typeof createTotp>

type Options = { db: Db; dataDir: string; erasures: Pick<Erasures, 'noteThenDelete'>; now?: () => number }

/** No backup contains the key that encrypts the secrets, so a stolen backup does not reveal them. */
export function createTotp({ db, dataDir, erasures, now = () => Date.now() }: Options) {
  let file: ReturnType<typeof readKeyFile> | undefined
  const keyFile = () => (file ??= readKeyFile(join(dataDir, accountKey)))

  function encrypted(secret: Buffer, userId: string): Buffer {
    const { key, isKept } = keyFile()
    if (!isKept) throw new Unavailable('the key of the second factors cannot be written')
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(userId))
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  }

  const decrypted = (sealed: Buffer, userId: string) => decryptedWith(keyFile().key, sealed, userId)

  function isCode(userId: string, code: string, isConfirmed: boolean): boolean {
    const stored = findTotp(db, userId, isConfirmed)
    const secret = stored && decrypted(stored.secret, userId)
    if (!secret || !/^\d{6}$/.test(code)) return false
    const current = Math.floor(now() / stepMs)
    for (let counter = current - maxStepsOff; counter <= current + maxStepsOff; counter += 1)
      if (verifyHOTP(secret, BigInt(counter), digitCount, code) && takeTotpStep(db, userId, counter)) return true
    return false
  }

  function newRecoveryCodes(userId: string): string[] {
    const codes = Array.from({ length: 10 }, recoveryCode)
    const replace = () => replaceRecoveryCodes(db, userId, codes.map(bare))
    erasures.noteThenDelete('code', recoveryCodeIds(db, userId), replace, () => true)
    return codes
  }

  const isInUse = (userId: string): boolean => findTotp(db, userId, true) !== null

  return {
    begin(userId: string, account: string, site: string): { secret: string; url: string } | null {
      const secret = randomBytes(20)
      if (!beginTotp(db, userId, encrypted(secret, userId))) return null
      return {
        secret: encodeBase32UpperCaseNoPadding(secret),
        url: createTOTPKeyURI(site, account, secret, stepMs / 1000, digitCount),
      }
    },

    confirm(userId: string, code: string): string[] | null {
      if (!isCode(userId, code, false)) return null
      confirmTotp(db, userId)
      return newRecoveryCodes(userId)
    },

    isInUse,

    isReadable(userId: string): boolean {
      const stored = findTotp(db, userId, true)
      return stored !== null && decrypted(stored.secret, userId) !== null
    },

    renewRecoveryCodes: (userId: string): string[] | null => (isInUse(userId) ? newRecoveryCodes(userId) : null),

    accepts(userId: string, typed: string): boolean {
      const code = bare(typed)
      if (isCode(userId, code, true)) return true
      const id = recoveryCodeId(code)
      if (!recoveryCodeIds(db, userId).includes(id)) return false
      return erasures.noteThenDelete('code', [id], () => takeRecoveryCode(db, userId, code), Boolean)
    },
  }
}

function decryptedWith(key: Buffer, sealed: Buffer, userId: string): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(userId))
  decipher.setAuthTag(sealed.subarray(-16))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  } catch {
    return null
  }
}

export function fitsKeyFile(dataDir: string, { userId, secret }: { userId: string; secret: Buffer }): boolean {
  try {
    return decryptedWith(readFileSync(join(dataDir, accountKey)), secret, userId) !== null
  } catch {
    return false
  }
}

const bare = (typed: string) => typed.toLowerCase().replaceAll(/[\s-]/g, '')

/** 118 random bits. A shorter code could be guessed from the unsalted hash that the database stores. */
function recoveryCode(): string {
  const four = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: 6 }, four).join('-')
}
