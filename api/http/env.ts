import type { Caller } from '../../data/accounts/schema.ts'

/** `user` is null for visitors. */
export type Env = { Variables: { user: Caller | null; requestId: string } }
