import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Db } from '../data/db/db.ts'
import { createForgotten, type Forgotten } from './accounts/forgotten.ts'
import { createPasskeys, type Passkeys } from './accounts/passkeys.ts'
import { type Auth, createAuth } from './accounts/sessions.ts'
import { createTotp, type Totp } from './accounts/totp.ts'
import { type AddressHash, createAddressHash } from './activity/address-hash.ts'
import { type Erasures, erasuresIn, erasuresName } from './backup/erasures.ts'
import { type Backups, createBackups } from './backup/schedule.ts'
import { isStored } from './backup/stored-mark.ts'
import type { Config } from './config.ts'
import type { DrawCard } from './drawing/share-card.ts'
import { type ClockMending, createClockMending } from './http/mend-clock.ts'
import { createReadiness, type Readiness } from './http/readiness.ts'
import { internet, type Network } from './import/guarded-fetch.ts'
import { createPhotos, type Photos } from './import/photos.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics/metrics.ts'
import { type Cards, createCards } from './publishing/cards.ts'
import type { Publisher } from './publishing/publisher.ts'
import { createIntake, type Intake, type IntakeBounds } from './registrations/intake.ts'
import type { Mirror } from './store/mirror.ts'
import { type OpenStorage, openStorage } from './uploads/open-storage.ts'
import { openUploads, type Uploads } from './uploads/uploads.ts'

/** What the app is made of. Passed in, so that tests pass their own. */
export type Deps = {
  db: Db
  auth: Auth
  totp: Totp
  passkeys: Passkeys
  intake: Intake
  publisher: Publisher
  /** The share cards of talks and speakers. */
  cards: Cards
  uploads: Uploads
  /** Brings over the photos that an imported file names. */
  photos: Photos
  /** Where addresses lead that people and files name. */
  network: Network
  backups: Backups
  /** Hides the address that something came from, for the activity. */
  hashAddress: AddressHash
  erasures: Erasures
  /** Ends what a clock that was ahead blocked, put off or let in. */
  clock: ClockMending
  readiness: Readiness
  /** Whether what is written here stays: false while another machine may have taken over. */
  mayWrite: () => boolean
  /** Null where no mail is sent. */
  mailer: Mailer | null
  /** Sends links to those who forgot their password; null where no mail is sent. */
  forgotten: Forgotten | null
  /** Null where the site is on this machine alone. */
  mirror: Mirror | null
  /** Null where nobody may read them. */
  metrics: Metrics | null
  /** Aborted when the process has been told to end. */
  stopping: AbortSignal
  config: Pick<Config, 'publicOrigin' | 'timeZone' | 'trustProxy' | 'registrationLimit' | 'dataDir' | 'metricsToken'>
  log: Logger
}

type Options = {
  db: Db
  publisher: Publisher
  drawCard: DrawCard
  config: Config
  log: Logger
  /** Left out, it is never aborted. */
  stopping?: AbortSignal
  /** Whether this machine may put pages into the bucket; left out, it may. */
  maySend?: () => boolean
  /** Whether what this machine writes stays; left out, it does. */
  mayWrite?: () => boolean
  /** Called after each backup. */
  afterBackup?: () => void
  /** How many registrations may wait and be stored at a time. */
  intakeBounds?: IntakeBounds
  /** For how many milliseconds an answer of `/api/ready` is good. */
  readyFor?: number
  /** Left out, the internet. */
  network?: Network | undefined
}

/** Makes what the app needs besides database and publisher. Backups, mail and the copy of the site elsewhere are not started. */
export async function createDeps(options: Options): Promise<Deps> {
  const {
    db,
    publisher,
    drawCard,
    config,
    log,
    stopping,
    maySend = () => true,
    mayWrite = () => true,
    afterBackup,
    intakeBounds,
    readyFor,
    network = internet,
  } = options
  const mailer = config.mail && (await openMailer({ db, publisher, config, mail: config.mail, log, maySend: mayWrite }))
  const { storage, store } = await openStorage(config, log)
  const uploads = await openUploads(config.dataDir, { storage })
  const noted = erasuresIn(config.dataDir)
  const erasures = join(config.dataDir, 'backups', erasuresName)
  const cards = createCards({
    db,
    draw: drawCard,
    storage,
    timeZone: config.timeZone,
    keptDir: join(config.dataDir, 'cards'),
    wwwDir: join(config.dataDir, 'www'),
    log,
    onChange: () => mirror?.wake(),
  })
  publisher.onPublished(cards.wake)
  const snapshot = () => {
    const { revision, files } = publisher.snapshot()
    return { revision, files: new Map([...files, ...cards.files()]) }
  }
  const mirror = store && (await openMirror({ ...publisher, snapshot, ...store, db, erasures, maySend, log }))
  const backups = createBackups({ dataDir: config.dataDir, log, isStored: store ? isStored : undefined, afterwards: afterBackup })
  const readiness = createReadiness(db, readyFor)
  const holdsBucket = config.store && maySend
  return {
    db,
    auth: createAuth(db, config.publicOrigin),
    intake: createIntake(db, config.timeZone, intakeBounds, mailer, mayWrite),
    totp: createTotp({ db, dataDir: config.dataDir, erasures: noted }),
    passkeys: createPasskeys(db, config.publicOrigin),
    publisher,
    cards,
    uploads,
    photos: createPhotos({ db, uploads, publisher, log, network }),
    network,
    backups,
    hashAddress: createAddressHash(config.dataDir),
    erasures: noted,
    clock: createClockMending({ db, log, mayWrite }),
    readiness,
    mayWrite,
    mailer,
    forgotten: mailer && createForgotten({ db, publicOrigin: config.publicOrigin, log, send: mailer.tellAccount }),
    mirror,
    metrics: config.metricsToken ? await openMetrics({ db, publisher, mailer, mirror, backups, readiness, holdsBucket }) : null,
    stopping: stopping ?? new AbortController().signal,
    config,
    log,
  }
}

type MirrorOptions = Pick<Publisher, 'onPublished' | 'snapshot'> &
  NonNullable<OpenStorage['store']> & { db: Db; erasures: string; maySend: () => boolean; log: Logger }

/** Erasures go first: who is deleted is to stay so, should this machine be lost. */
async function openMirror(options: MirrorOptions): Promise<Mirror> {
  const { bucket, uploads, db, erasures, maySend, log, snapshot, onPublished } = options
  const [{ createMirror }, { erasuresCarrier }, { editionsCarrier }] = await Promise.all([
    import('./store/mirror.ts'),
    import('./backup/stored.ts'),
    import('./store/editions-carrier.ts'),
  ])
  const hold = async () => {
    if (!maySend()) throw new Error('the bucket has not said yet that this machine holds it')
  }
  const before = [hold, erasuresCarrier(bucket, erasures), uploads.moveUp, editionsCarrier(bucket, db)]
  const mirror = createMirror({ bucket, snapshot, before, log })
  onPublished(mirror.wake)
  return mirror
}

/** What makes mails is loaded where there are some: a start without it is quicker. */
async function openMailer(options: Parameters<typeof import('./mail/mailer.ts').createMailer>[0]): Promise<Mailer> {
  const { createMailer } = await import('./mail/mailer.ts')
  return createMailer(options)
}

/** The same of what counts: few have it read. */
async function openMetrics(options: Parameters<typeof import('./metrics/metrics.ts').createMetrics>[0]): Promise<Metrics> {
  const { createMetrics } = await import('./metrics/metrics.ts')
  return createMetrics(options)
}
