import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import { backupsHolding } from './backups-holding.ts'
import { noteStoredNames } from './stored-mark.ts'

test('lists backups and replaced databases with the dates of their deletion', async () => {
  const dataDir = temporaryDir()
  const names = [
    'backups/2026-11-01T060000Z',
    'backups/2026-11-02T060000Z',
    'backups/2026-11-03T060000Z.partial',
    'backups/other',
  ]
  const asides = ['before-restore-2026-11-01T070000Z', 'before-restore-2026-11-04T070000Z']
  for (const name of [...names, ...asides]) mkdirSync(join(dataDir, name), { recursive: true })
  await noteStoredNames(dataDir, ['2026-11-01T060000Z', '2026-11-02T060000Z', '2026-11-02T120000Z'])
  expect(await backupsHolding(dataDir, '2026-11-02T06:00:00.500Z')).toEqual([
    { name: '2026-11-02T060000Z', until: '2026-11-16T06:00:00.000Z' },
    { name: '2026-11-03T060000Z', until: '2026-11-17T06:00:00.000Z' },
    { name: '2026-11-02T120000Z', until: '2026-11-16T12:00:00.000Z' },
    { name: 'before-restore-2026-11-04T070000Z', until: '2026-11-18T07:00:00.000Z' },
  ])
})
