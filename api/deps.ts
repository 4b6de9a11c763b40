import type { Logger } from 'pino'
import type { Db } from '../data/db.ts'
import type { User } from '../data/schema.ts'
import type { Auth } from './auth.ts'
import type { Backups } from './backup/schedule.ts'
import type { Config } from './config.ts'
import type { Intake } from './intake.ts'
import type { Publisher } from './publish.ts'
import type { Uploads } from './uploads/uploads.ts'

/** What the app is made of. Passed in, so that tests pass their own. */
export type Deps = {
  db: Db
  auth: Auth
  intake: Intake
  publisher: Publisher
  uploads: Uploads
  backups: Pick<Backups, 'status'>
  /** Aborted when the process has been told to end. */
  stopping: AbortSignal
  config: Pick<Config, 'publicOrigin' | 'timeZone' | 'trustProxy' | 'registrationLimit'>
  log: Logger
}

/** What the middleware finds out about a request: who sends it, and the number it goes by in the log. */
export type Env = { Variables: { user: User | null; requestId: string } }
