import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { asBody, asIs } from '../calls/session.ts'

/** One's own sessions, passkeys and codes, as the account shows them. */
export const sessions = createLoaded(async () => (await ok(api.auth.sessions.$get())).json())
export const passkeys = createLoaded(async () => (await ok(api.auth.passkeys.$get())).json())
export const codes = createLoaded(async () => (await ok(api.auth.totp.$get())).json())

/** Ends a session of one's own, or all others. */
export async function endSession(id: string | null): Promise<void> {
  if (id) await ok(api.auth.sessions[':id'].$delete({ param: { id } }))
  else await ok(api.auth.sessions.$delete())
  await sessions.load()
}

/** Has this device make a passkey. Throws when its owner declines, or the server refuses. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await (await ok(api.auth.passkeys.register.options.$post({ json: {} }))).json()
  const answer = await startRegistration({ optionsJSON: asIs(optionsJSON) })
  await ok(api.auth.passkeys.register.$post({ json: { ...asBody(answer), name } }))
  await passkeys.load()
}

/** Gives a passkey another name. */
export async function renamePasskey(id: string, name: string): Promise<void> {
  await ok(api.auth.passkeys[':id'].$put({ param: { id }, json: { name } }))
  await passkeys.load()
}

/** Takes a passkey away. */
export async function removePasskey(id: string): Promise<void> {
  await ok(api.auth.passkeys[':id'].$delete({ param: { id } }))
  await passkeys.load()
}

/** What an app needs: its secret, and a picture of it (a data address). */
export async function beginCodes(): Promise<{ secret: string; url: string; picture: string }> {
  const { secret, url } = await (await ok(api.auth.totp.begin.$post({ json: {} }))).json()
  const { default: encode } = await import('qr')
  return { secret, url, picture: `data:image/svg+xml,${encodeURIComponent(encode(url, 'svg', { border: 4 }))}` }
}

/** Puts the app's codes into use; returns the recovery codes, which are shown once. */
export async function confirmCodes(code: string): Promise<string[]> {
  const { recoveryCodes } = await (await ok(api.auth.totp.confirm.$post({ json: { code } }))).json()
  await codes.load()
  return recoveryCodes
}

/** Replaces the recovery codes; returns the new ones, which are shown once. */
export async function renewRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes } = await (await ok(api.auth.totp['recovery-codes'].$post({ json: {} }))).json()
  await codes.load()
  return recoveryCodes
}

/** Takes the app's codes away. */
export async function removeCodes(): Promise<void> {
  await ok(api.auth.totp.$delete())
  await codes.load()
}
