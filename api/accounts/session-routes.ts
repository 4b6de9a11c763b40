import { type Context, Hono } from 'hono'
import { recordActivity } from '../../data/accounts/activity.ts'
import { useLink, userOfLink } from '../../data/accounts/links.ts'
import {
  type Caller,
  forgotSchema,
  loginSchema,
  ownPasswordSchema,
  passkeySignInSchema,
  resetSchema,
} from '../../data/accounts/schema.ts'
import { isNewDevice } from '../../data/accounts/sessions.ts'
import { findCredentials, findUser, recordLogin, updateUser } from '../../data/accounts/users.ts'
import { readForEdit } from '../../data/content/sections.ts'
import type { Db } from '../../data/db/db.ts'
import type { AddressHash } from '../activity/address-hash.ts'
import { recorded } from '../activity/record.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Env } from '../http/env.ts'
import { problem, problemWithRetry } from '../http/errors.ts'
import { fieldProblem, validate, validateNothing } from '../http/validate.ts'
import type { AccountMailer } from './account-mails.ts'
import { deadLink, ownFields } from './answers.ts'
import { deviceInWords, deviceToken } from './device.ts'
import { currentUser, mustAddSecondFactor, requireOwnFactor } from './guard.ts'
import type { Passkeys } from './passkeys.ts'
import { noPasskeys } from './passkeys.ts'
import type { PasswordLinks } from './password-links.ts'
import { passwordProblem } from './password-rules.ts'
import { hashPassword, isBusy, verifyPassword } from './passwords.ts'
import type { Auth } from './sessions.ts'
import { createSignInLimiter, tooMany } from './sign-in-limits.ts'
import type { Totp } from './totp.ts'

const busy = 'Hay muchos inicios de sesión en este momento. Espera unos segundos y vuelve a intentarlo.'
const wrongCode = 'El código no es correcto, o ya se usó.'
const noKey =
  'Este servidor no puede comprobar los códigos de tu aplicación. Entra con un código de recuperación, o pide a un administrador que quite tu segundo factor.'

const wrongPasskey = 'Esa llave de acceso no se reconoce aquí. Entra con tu contraseña.'
const onlyTouched = 'Esa llave no pide huella ni PIN: entra con tu contraseña y un código.'
const wrongSignIn = 'Email o contraseña incorrectos'

/** `wait` is in seconds. */
type Checked = { user: ReturnType<typeof findCredentials>; fits: boolean } | { status: 429 | 503; message: string; wait?: number }

type Needs = {
  db: Db
  auth: Auth
  config: { publicOrigin: string; timeZone: string; trustProxy: number }
  hashAddress: AddressHash
  passwordLinks: PasswordLinks | null
  totp: Totp
  passkeys: Passkeys
  mailer: AccountMailer | null
}

export function sessionRoutes(needs: Needs) {
  const { db, auth } = needs
  const signIn = createSignIn(needs)
  return new Hono<Env>()
    .get('/me', (c) => c.json({ user: c.var.user && ownState(db, c.var.user) }, 200))
    .post('/logout', validateNothing, async (c) => {
      c.header('Set-Cookie', await auth.end(c.req.header('Cookie')))
      if (c.var.user) recordActivity(db, c.var.user, { action: 'signed-out' }, new Date().toISOString())
      return c.json({}, 200)
    })
    .route('/', signInRoutes(needs, signIn))
    .route('/', passwordRoutes(needs, signIn))
}

const ownState = (db: Db, user: Parameters<typeof ownFields>[0] & Pick<Caller, 'isStrong'>) => ({
  ...ownFields(user),
  ...(mustAddSecondFactor(db, user) && { mustAddSecondFactor: true }),
})

type SignIn = ReturnType<typeof createSignIn>

function createSignIn({ db, auth, config, hashAddress, mailer }: Needs) {
  const limiter = createSignInLimiter(db)

  async function check(email: string, password: string, address: string): Promise<Checked> {
    if (isBusy(address)) return { status: 503, message: busy }
    const wait = await limiter.attempt(email, address)
    if (wait > 0) return { status: 429, message: tooMany, wait }
    const user = findCredentials(db, email)
    return { user, fits: await verifyPassword(user?.passwordHash || null, password, address) }
  }

  async function startSession(
    c: Context<Env>,
    user: NonNullable<ReturnType<typeof findCredentials>>,
    isStrong: boolean,
  ): Promise<boolean> {
    const keepsStrength = c.var.user?.id === user.id && c.var.user.isStrong
    const at = new Date().toISOString()
    const source = hashAddress(clientAddress(c, config))
    const device = deviceInWords(c.req.header('User-Agent'))
    const signIn = () =>
      recorded(
        db,
        user,
        (isIn) => ({ action: isIn ? 'signed-in' : 'sign-in-failed', ...(!isIn && { source }) }),
        () => recordLogin(db, user, at),
      )
    const cookie = await auth.start(user.id, { device, isStrong: isStrong || keepsStrength }, signIn)
    if (!cookie) return false
    const cookies = c.req.header('Cookie')
    await auth.end(cookies)
    c.header('Set-Cookie', cookie)
    const { token, setCookie } = deviceToken(cookies, config.publicOrigin)
    if (setCookie) c.header('Set-Cookie', setCookie, { append: true })
    if (isNewDevice(db, user.id, token, at)) void mailer?.mailAccount({ about: 'device', device, at }, user)
    return true
  }

  return { limiter, check, startSession }
}

function signInRoutes({ db, config, hashAddress, totp, passkeys }: Needs, { limiter, check, startSession }: SignIn) {
  return new Hono<Env>()
    .post('/login', validate('json', loginSchema), async (c) => {
      const { email, password, code } = c.req.valid('json')
      const address = clientAddress(c, config)
      const checked = await check(email, password, address)
      if ('message' in checked) return problemWithRetry(c, checked.status, checked.message, checked.wait)
      const { user, fits } = checked
      const at = new Date().toISOString()
      // Unknown e-mail, disabled account and wrong password get the same answer, so that nobody learns which accounts exist.
      if (!user?.isActive || !fits) {
        // Records the failure for unknown e-mails too, so that their answer takes as long as the answer for a known e-mail.
        recordActivity(db, user, { action: 'sign-in-failed', source: hashAddress(address) }, at)
        return problem(c, 401, wrongSignIn)
      }
      const hasCodes = totp.isInUse(user.id)
      if (hasCodes && !code) return c.json({ error: 'Escribe el código de tu aplicación.', secondFactor: true }, 401)
      if (hasCodes && !totp.accepts(user.id, code ?? '')) {
        recordActivity(db, user, { action: 'sign-in-failed', source: hashAddress(address) }, at)
        return c.json({ error: totp.isReadable(user.id) ? wrongCode : noKey, secondFactor: true }, 401)
      }
      const isIn = await startSession(c, user, hasCodes)
      if (!isIn) return problem(c, 401, wrongSignIn)
      await limiter.succeeded(email, address)
      return c.json({ user: ownState(db, { ...user, isStrong: hasCodes }) }, 200)
    })
    .post('/passkeys/sign-in/options', validateNothing, async (c) => {
      if (!passkeys.isOffered) return problem(c, 409, noPasskeys)
      return c.json(await passkeys.signInOptions(), 200)
    })
    .post('/passkeys/sign-in', validate('json', passkeySignInSchema), async (c) => {
      if (!passkeys.isOffered) return problem(c, 409, noPasskeys)
      const checked = await passkeys.check(c.req.valid('json'))
      const owner = checked && findUser(db, checked.passkey.userId)
      const user = owner && findCredentials(db, owner.email)
      if (!checked || !user?.isActive) return problem(c, 401, wrongPasskey)
      if (!checked.isVerified && totp.isInUse(user.id)) return problem(c, 401, onlyTouched)
      const isStrong = checked.isVerified
      return (await startSession(c, user, isStrong))
        ? c.json({ user: ownState(db, { ...user, isStrong }) }, 200)
        : problem(c, 401, wrongPasskey)
    })
}

function passwordRoutes({ db, auth, config, passwordLinks, totp }: Needs, { limiter, check, startSession }: SignIn) {
  const needsOwnFactor = requireOwnFactor({ db })
  const siteName = () => readForEdit(db, 'event', config.timeZone).value.name

  return new Hono<Env>()
    .put('/me', needsOwnFactor, validate('json', ownPasswordSchema), async (c) => {
      const { currentPassword, password } = c.req.valid('json')
      const caller = currentUser(c)
      const { id, email } = caller
      const address = clientAddress(c, config)
      const checked = await check(email, currentPassword, address)
      if ('message' in checked) return problemWithRetry(c, checked.status, checked.message, checked.wait)
      const { user, fits } = checked
      if (!user || !fits) return c.json(fieldProblem('currentPassword', 'La contraseña actual no es correcta'), 422)
      if (!totp.isInUse(id)) await limiter.succeeded(email, address)
      const wrong = passwordProblem(password, { ...user, site: siteName() })
      if (wrong) return c.json(fieldProblem('password', wrong), 422)
      const passwordHash = await hashPassword(password)
      recorded(db, caller, { action: 'user-changed', subjectId: id }, () =>
        updateUser(db, id, { passwordHash }, new Date().toISOString()),
      )
      // The new password ended all sessions of the user. The new session keeps the time at which the user signed in.
      const { isStrong, signedInAt } = caller
      const attributes = { device: deviceInWords(c.req.header('User-Agent')), isStrong, signedInAt }
      const cookie = await auth.start(id, attributes, () => findCredentials(db, email)?.passwordHash === passwordHash)
      if (!cookie) return problem(c, 401)
      c.header('Set-Cookie', cookie)
      return c.json({ user: ownState(db, { ...user, isStrong: caller.isStrong }) }, 200)
    })
    .post('/forgot', validate('json', forgotSchema), (c) => {
      passwordLinks?.request(c.req.valid('json').email, clientAddress(c, config))
      return c.body(null, 204)
    })
    .post('/reset', validate('json', resetSchema), async (c) => {
      const { token, password } = c.req.valid('json')
      const owner = userOfLink(db, token, new Date().toISOString())
      if (!owner) return c.json(deadLink, 422)
      const wrong = passwordProblem(password, { ...owner, site: siteName() })
      if (wrong) return c.json(fieldProblem('password', wrong), 422)
      if (isBusy(clientAddress(c, config))) return problemWithRetry(c, 503, busy)
      const passwordHash = await hashPassword(password)
      const user = recorded(db, owner, { action: 'password-chosen', subjectId: owner.id }, () =>
        useLink(db, token, passwordHash, new Date().toISOString()),
      )
      if (!user) return c.json(deadLink, 422)
      // Signs invited users in without a code. Their account never had a password, so it has no second factor.
      const credentials = owner.isInvited ? findCredentials(db, user.email) : null
      const isSignedIn = credentials !== null && (await startSession(c, credentials, false))
      return c.json({ isSignedIn, role: user.role }, 200)
    })
}
