import type { User } from '../../data/accounts/schema.ts'

/** Hono's variables of a request: its user (null for a visitor) and its id in the log. */
export type Env = { Variables: { user: User | null; requestId: string } }
