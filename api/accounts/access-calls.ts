/** Paths whose writes decide who gets into the panel, and how. A new call below one of them is an access call. */
const accessPaths = [
  '/api/users',
  '/api/security',
  '/api/auth/email',
  '/api/auth/sessions',
  '/api/auth/totp',
  '/api/auth/passkeys',
]

/** Whether a call gives or takes access: it needs a sign-in of the last half hour. Public calls are told apart by the caller. */
export const isAccessCall = (method: string, path: string): boolean =>
  !['GET', 'HEAD'].includes(method) && accessPaths.some((below) => path === below || path.startsWith(`${below}/`))
