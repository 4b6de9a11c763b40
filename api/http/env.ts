import type { Caller } from '../../data/accounts/schema.ts'

export type Env = { Variables: { user: Caller | null; requestId: string } }
