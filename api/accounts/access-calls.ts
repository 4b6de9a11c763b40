const accessPaths = [
  '/api/users',
  '/api/security',
  '/api/auth/email',
  '/api/auth/sessions',
  '/api/auth/totp',
  '/api/auth/passkeys',
]

export const isAccessCall = (method: string, path: string): boolean =>
  !['GET', 'HEAD'].includes(method) && accessPaths.some((below) => path === below || path.startsWith(`${below}/`))
