import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Db } from '../data/db/db.ts'
import { type Auth, createAuth } from './accounts/sessions.ts'
import { type AddressHash, createAddressHash } from './activity/address-hash.ts'
import { type Erasures, erasuresIn, erasuresName } from './backup/erasures.ts'
import { type Backups, createBackups } from './backup/schedule.ts'
import { isStored } from './backup/stored-mark.ts'
import type { Config } from './config.ts'
import { createReadiness, type Readiness } from './http/readiness.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Publisher } from './publishing/publisher.ts'
import { createIntake, type Intake, type IntakeBounds } from './registrations/intake.ts'
import type { Mirror } from './store/mirror.ts'
import { type OpenStorage, openStorage } from './uploads/open-storage.ts'
import { openUploads, type Uploads } from './uploads/uploads.ts'

/** What the app is made of. Passed in, so that tests pass their own. */
export type Deps = {
  db: Db
  auth: Auth
  intake: Intake
  publisher: Publisher
  uploads: Uploads
  backups: Backups
  /** Hides the address that something came from, for the activity. */
  hashAddress: AddressHash
  erasures: Erasures
  readiness: Readiness
  /** Null where no mail is sent. */
  mailer: Mailer | null
  /** Null where the site is on this machine alone. */
  mirror: Mirror | null
  /** Aborted when the process has been told to end. */
  stopping: AbortSignal
  config: Pick<Config, 'publicOrigin' | 'timeZone' | 'trustProxy' | 'registrationLimit' | 'dataDir'>
  log: Logger
}

type Options = {
  db: Db
  publisher: Publisher
  config: Config
  log: Logger
  /** Left out, it is never aborted. */
  stopping?: AbortSignal
  /** Whether this machine may put pages into the bucket; left out, it may. */
  maySend?: () => boolean
  /** Called after each backup. */
  afterBackup?: () => void
  /** How many registrations may wait and be stored at a time. */
  intakeBounds?: IntakeBounds
  /** For how many milliseconds an answer of `/api/ready` is good. */
  readyFor?: number
}

/** Makes what the app needs besides database and publisher. Backups, mail and the copy of the site elsewhere are not started. */
export async function createDeps(options: Options): Promise<Deps> {
  const { db, publisher, config, log, stopping, maySend = () => true, afterBackup, intakeBounds, readyFor } = options
  const mailer = config.mail && (await openMailer({ db, publisher, config, mail: config.mail, log }))
  const { storage, store } = await openStorage(config, log)
  const erasures = join(config.dataDir, 'backups', erasuresName)
  const mirror = store && (await openMirror({ ...publisher, ...store, erasures, maySend, log }))
  return {
    db,
    auth: createAuth(db, config.publicOrigin),
    intake: createIntake(db, intakeBounds, mailer),
    publisher,
    uploads: await openUploads(config.dataDir, { storage }),
    backups: createBackups({ dataDir: config.dataDir, log, isStored: store ? isStored : undefined, afterwards: afterBackup }),
    hashAddress: createAddressHash(config.dataDir),
    erasures: erasuresIn(config.dataDir),
    readiness: createReadiness(db, readyFor),
    mailer,
    mirror,
    stopping: stopping ?? new AbortController().signal,
    config,
    log,
  }
}

type MirrorOptions = Pick<Publisher, 'onPublished' | 'snapshot'> &
  NonNullable<OpenStorage['store']> & { erasures: string; maySend: () => boolean; log: Logger }

/** Erasures go first: who is deleted is to stay so, should this machine be lost. */
async function openMirror(options: MirrorOptions): Promise<Mirror> {
  const { bucket, uploads, erasures, maySend, log, snapshot, onPublished } = options
  const [{ createMirror }, { erasuresCarrier }] = await Promise.all([import('./store/mirror.ts'), import('./backup/stored.ts')])
  const hold = async () => {
    if (!maySend()) throw new Error('the bucket has not said yet that this machine holds it')
  }
  const before = [hold, erasuresCarrier(bucket, erasures), uploads.moveUp]
  const mirror = createMirror({ bucket, snapshot, before, log })
  onPublished(mirror.wake)
  return mirror
}

/** What makes mails is loaded where there are some: a start without it is quicker. */
async function openMailer(options: Parameters<typeof import('./mail/mailer.ts').createMailer>[0]): Promise<Mailer> {
  const { createMailer } = await import('./mail/mailer.ts')
  return createMailer(options)
}
