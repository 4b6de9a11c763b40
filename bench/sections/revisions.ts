/** How far the history of saves and the database's file grow over 5,000 saves of a year: a month's are kept, and 200 at least. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { saveSection } from '../../data/content/sections.ts'
import { openDb } from '../../data/db/db.ts'
import { chart } from '../support/chart.ts'
import { fact, type Measured } from '../support/report.ts'
import { amount } from '../support/short.ts'

const saves = [10, 100, 1_000, amount(5_000, 1_100)]
const apart = (365 * 24 * 60 * 60 * 1000) / Math.max(...saves)

export async function growthOfRevisions(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'conferencia-bench-'))
  const file = join(folder, 'conference.db')
  const db = openDb(file)
  const count = db.prepare<[], number>('SELECT count(*) FROM revisions').pluck()
  const results: { saved: number; kept: number; size: number }[] = []
  for (let saved = 1; saved <= Math.max(...saves); saved++) {
    // A long text, as the largest section has.
    const description1 = `${saved} `.padEnd(4_000, 'texto ')
    const edit = {
      by: null,
      at: new Date(Date.UTC(2025, 0, 1) + saved * apart).toISOString(),
      timeZone: 'America/Guatemala',
      mayChangeEvent: true,
      queueMail: null,
    }
    saveSection(db, 'about', { description1 }, edit)
    if (!saves.includes(saved)) continue
    db.pragma('wal_checkpoint(TRUNCATE)')
    results.push({ saved, kept: count.get() ?? 0, size: statSync(file).size / 1000 })
  }
  db.close()
  rmSync(folder, { recursive: true, force: true })

  const [before, last] = results.slice(-2)
  if (!before || !last) throw new Error('nothing was measured')
  const isBounded = last.kept <= before.kept && last.size <= before.size * 1.1
  const kept = fact(
    `revisions after ${last.saved.toLocaleString('en')} saves in a year`,
    `${last.kept} kept, ${last.size.toFixed(0)} KB`,
  )
  return {
    rows: [{ ...kept, goal: 'pruned, file bounded', reached: isBounded }],
    grown: {
      title: 'The history of saves',
      head: ['saves of one section, 14 a day', 'revisions kept', 'database file'],
      rows: results.map(({ saved, kept, size }) => [saved.toLocaleString('en'), String(kept), `${size.toFixed(0)} KB`]),
      pictures: {
        revisions: chart('The database’s file', 'KB', 'saves of one section', [
          { name: 'file', points: results.map(({ saved, size }) => [saved, size]) },
        ]),
      },
    },
  }
}
