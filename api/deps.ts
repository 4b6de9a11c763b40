import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Db } from '../data/db/db.ts'
import { createPasskeys, type Passkeys } from './accounts/passkeys.ts'
import { createPasswordLinks, type PasswordLinks } from './accounts/password-links.ts'
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
import { createRegistering, type Registering } from './registrations/registering.ts'
import type { LeaseKeeper } from './store/lease-keeper.ts'
import type { Mirror } from './store/mirror.ts'
import { type OpenStorage, openStorage } from './uploads/open-storage.ts'
import { openUploads, type Uploads } from './uploads/uploads.ts'

export type Deps = {
  db: Db
  auth: Auth
  totp: Totp
  passkeys: Passkeys
  intake: Intake
  registering: Registering
  publisher: Publisher
  cards: Cards
  uploads: Uploads
  photos: Photos
  network: Network
  backups: Backups
  hashAddress: AddressHash
  erasures: Erasures
  clock: ClockMending
  readiness: Readiness
  mailer: Mailer | null
  passwordLinks: PasswordLinks | null
  mirror: Mirror | null
  metrics: Metrics | null
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
  stopping?: AbortSignal
  lease?: Pick<LeaseKeeper, 'isSure' | 'mayWrite'> | null | undefined
  afterBackup?: () => void
  intakeBounds?: IntakeBounds
  readyForMs?: number
  network?: Network | undefined
}

/** Starts no jobs. Loads the modules of mail, metrics and object store only if these are configured. */
export async function createDeps({
  db,
  publisher,
  drawCard,
  config,
  log,
  stopping = new AbortController().signal,
  lease = null,
  afterBackup,
  intakeBounds,
  readyForMs,
  network = internet,
}: Options): Promise<Deps> {
  const readiness = createReadiness(db, { freshForMs: readyForMs, isActive: lease?.mayWrite })
  const { isActive } = readiness
  const mailer =
    config.mail && (await import('./mail/mailer.ts')).createMailer({ db, publisher, config, mail: config.mail, log, isActive })
  const { storage, store } = await openStorage(config, log)
  const uploads = await openUploads(config.dataDir, { storage })
  const erasures = erasuresIn(config.dataDir)
  const erasuresFile = join(config.dataDir, 'backups', erasuresName)
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
  // When registration opens, the page is published. Then mails go to the people who asked for a mail at the opening.
  if (mailer) publisher.onPublished(mailer.wakeAlerts)
  const snapshot = () => {
    const { revision, files } = publisher.snapshot()
    return { revision, files: new Map([...files, ...cards.files()]) }
  }
  const mirror = store && (await openMirror({ ...publisher, snapshot, ...store, db, erasures: erasuresFile, lease, log }))
  const backups = createBackups({ dataDir: config.dataDir, log, isStored: store ? isStored : undefined, afterwards: afterBackup })
  const intake = createIntake(db, config.timeZone, intakeBounds, mailer, isActive)
  const hashAddress = createAddressHash(config.dataDir)
  return {
    db,
    auth: createAuth(db, config.publicOrigin),
    intake,
    // All forms share this object, because it counts the registrations of each IP address.
    registering: createRegistering({ db, intake, readiness, publisher, config, mailer, hashAddress }),
    totp: createTotp({ db, dataDir: config.dataDir, erasures }),
    passkeys: createPasskeys(db, config.publicOrigin),
    publisher,
    cards,
    uploads,
    photos: createPhotos({ db, uploads, publisher, log, network }),
    network,
    backups,
    hashAddress,
    erasures,
    clock: createClockMending({ db, log, readiness }),
    readiness,
    mailer,
    passwordLinks: mailer && createPasswordLinks({ db, publicOrigin: config.publicOrigin, log, send: mailer.mailAccount }),
    mirror,
    metrics: config.metricsToken
      ? (await import('./metrics/metrics.ts')).createMetrics({
          db,
          publisher,
          mailer,
          mirror,
          backups,
          readiness,
          holdsBucket: lease?.isSure,
        })
      : null,
    stopping,
    config,
    log,
  }
}

type MirrorOptions = Pick<Publisher, 'onPublished' | 'snapshot'> &
  NonNullable<OpenStorage['store']> & { db: Db; erasures: string; lease: Options['lease']; log: Logger }

/** Copies erasures to the bucket before anything else, so that they survive the loss of this machine. */
async function openMirror(options: MirrorOptions): Promise<Mirror> {
  const { bucket, uploads, db, erasures: erasuresFile, lease, log, snapshot, onPublished } = options
  const [{ createMirror }, { erasuresCarrier }, { editionsCarrier }] = await Promise.all([
    import('./store/mirror.ts'),
    import('./backup/stored.ts'),
    import('./store/editions-carrier.ts'),
  ])
  const hold = async () => {
    if (lease && !lease.isSure()) throw new Error('the bucket has not said yet that this machine holds it')
  }
  const before = [hold, erasuresCarrier(bucket, erasuresFile), uploads.moveUp, editionsCarrier(bucket, db)]
  const mirror = createMirror({ bucket, snapshot, before, log })
  onPublished(mirror.wake)
  return mirror
}
