import type { Caller } from '../../data/accounts/schema.ts'

/** Hono's variables of a request. `user` is null for visitors, `requestId` appears in the log. */
export type Env = { Variables: { user: Caller | null; requestId: string } }
