import type { Caller } from '../../data/accounts/schema.ts'

/** Hono's variables of a request: its user (null for a visitor) and its id in the log. */
export type Env = { Variables: { user: Caller | null; requestId: string } }
