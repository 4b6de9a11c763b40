import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { asJson, asOptions } from '../calls/session.ts'

export const sessions = createLoaded(async () => (await ok(api.auth.sessions.$get())).json())
export const passkeys = createLoaded(async () => (await ok(api.auth.passkeys.$get())).json())
export const codes = createLoaded(async () => (await ok(api.auth.totp.$get())).json())

/** If `id` is null, ends all sessions except the current one. */
export async function endSession(id: string | null): Promise<void> {
  if (id) await ok(api.auth.sessions[':id'].$delete({ param: { id } }))
  else await ok(api.auth.sessions.$delete())
  await sessions.load()
}

export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await (await ok(api.auth.passkeys.register.options.$post({ json: {} }))).json()
  const answer = await startRegistration({ optionsJSON: asOptions(optionsJSON) })
  await ok(api.auth.passkeys.register.$post({ json: { ...asJson(answer), name } }))
  await passkeys.load()
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  await ok(api.auth.passkeys[':id'].$put({ param: { id }, json: { name } }))
  await passkeys.load()
}

export async function removePasskey(id: string): Promise<void> {
  await ok(api.auth.passkeys[':id'].$delete({ param: { id } }))
  await passkeys.load()
}

export async function beginCodes(): Promise<{ secret: string; url: string; picture: string }> {
  const { secret, url } = await (await ok(api.auth.totp.begin.$post({ json: {} }))).json()
  const { default: encode } = await import('qr')
  return { secret, url, picture: `data:image/svg+xml,${encodeURIComponent(encode(url, 'svg', { border: 4 }))}` }
}

export async function confirmCodes(code: string): Promise<string[]> {
  const { recoveryCodes } = await (await ok(api.auth.totp.confirm.$post({ json: { code } }))).json()
  await codes.load()
  return recoveryCodes
}

export async function renewRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes } = await (await ok(api.auth.totp['recovery-codes'].$post({ json: {} }))).json()
  await codes.load()
  return recoveryCodes
}

export async function removeCodes(): Promise<void> {
  await ok(api.auth.totp.$delete())
  await codes.load()
}
