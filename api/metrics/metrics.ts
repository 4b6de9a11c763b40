import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { latestRevision } from '../../data/content/content.ts'
import type { Db } from '../../data/db/db.ts'
import { countUnsent } from '../../data/mail/outbox.ts'
import { countStatus } from '../../data/registrations/places-now.ts'
import type { Backups } from '../backup/schedule.ts'
import type { Readiness } from '../http/readiness.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Publisher } from '../publishing/publisher.ts'
import type { Mirror } from '../store/mirror.ts'
import { runningVersion } from '../system/version.ts'

export type Metrics = {
  saved(seconds: number): void
  /** Format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
  text(): Promise<string>
  contentType: string
}

type Options = {
  db: Db
  publisher: Publisher
  mailer: Mailer | null
  mirror: Mirror | null
  backups: Backups
  readiness: Readiness
  holdsBucket: (() => boolean) | undefined
}

/** A save usually takes ten milliseconds. On a full disk it takes seconds. */
const saveSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics({ db, publisher, mailer, mirror, backups, readiness, holdsBucket }: Options): Metrics {
  const registry = new Registry()
  const registers = [registry]
  // Read at the start of the process. Later, the version on disk may be that of a newer build.
  const version = runningVersion()
  collectDefaultMetrics({ register: registry })

  const gauge = (name: string, help: string, read: () => number | null | Promise<number | null>) =>
    new Gauge({
      name: `conferencia_${name}`,
      help,
      registers,
      async collect() {
        const value = await read()
        this.set(value ?? Number.NaN)
      },
    })
  const gauges = <Label extends string>(name: string, help: string, label: Label, read: () => Record<string, number>) =>
    new Gauge({
      name: `conferencia_${name}`,
      help,
      registers,
      labelNames: [label],
      collect() {
        for (const [key, value] of Object.entries(read())) this.set({ [label]: key } as Record<Label, string>, value)
      },
    })

  gauges('build_info', 'The version that runs; always 1.', 'version', () => ({ [version]: 1 }))
  gauge('ready', 'Whether a registration can be stored (1) or not (0).', async () => Number((await readiness.reason()) === null))
  gauges('registrations', 'Registrations by their state.', 'status', () => countStatus(db))
  gauge('publishing_behind', 'Whether something was saved that visitors do not see (1).', () => {
    const { revision, error } = publisher.status()
    return Number(error !== null || revision < latestRevision(db))
  })
  gauge('backup_age_seconds', 'Seconds since the newest verified backup was taken; NaN before the first.', async () => {
    const { last } = await backups.status()
    return last && (Date.now() - Date.parse(last.takenAt)) / 1000
  })
  gauge('backup_failing', 'Whether the newest attempt at a backup failed (1).', async () =>
    Number((await backups.status()).error !== null),
  )
  gauges('mails', 'Mails that wait to be sent (queued), and those that were given up (failed).', 'status', () => countUnsent(db))
  if (mailer) gauge('mail_failing', 'Whether the mail server takes nothing (1).', () => Number(mailer.status().problem !== null))
  if (mirror) {
    gauge('bucket_behind', 'Whether the bucket does not show yet what this machine does (1).', () =>
      Number(mirror.status().pending),
    )
    gauge('bucket_failing', 'Whether the newest attempt to bring the bucket up to date failed (1).', () =>
      Number(mirror.status().error !== null),
    )
  }
  if (holdsBucket)
    gauge('lease_held', 'Whether the bucket has just confirmed that this machine holds it (1).', () => Number(holdsBucket()))

  const saves = new Histogram({
    name: 'conferencia_save_duration_seconds',
    help: 'How long saves of content took, until the page was live.',
    buckets: saveSeconds,
    registers,
  })
  return {
    saved: (seconds) => saves.observe(seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
