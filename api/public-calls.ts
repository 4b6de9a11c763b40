import { openPaths } from './content/paths.ts'

/** All calls below /api that may be made without a session. A route that is missing here is closed, not open. */
export const publicCalls: ReadonlySet<string> = new Set([
  'GET /api/live',
  'GET /api/ready',
  'GET /api/auth/me',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  ...openPaths.map((path) => `GET /api${path}`),
  'POST /api/registrations',
  'GET /api/openapi.json',
  'GET /api/reference',
])
