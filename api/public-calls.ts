import { openPaths } from './content/paths.ts'

export const publicCalls: ReadonlySet<string> = new Set([
  'GET /api/live',
  'GET /api/ready',
  'GET /api/auth/me',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/forgot',
  'POST /api/auth/reset',
  'POST /api/auth/email/confirm',
  'POST /api/auth/passkeys/sign-in/options',
  'POST /api/auth/passkeys/sign-in',
  ...openPaths.map((path) => `GET /api${path}`),
  'POST /api/registrations',
  'POST /api/registrations/recover',
  'POST /api/registrations/alert',
  'GET /api/openapi.json',
  'GET /api/reference',
])
