import type { User } from '../../data/schema.ts'

/** What the middleware finds out about a request: who sends it, and the number it goes by in the log. */
export type Env = { Variables: { user: User | null; requestId: string } }
