/** A fixed piece of work, whose time shows whether the machine became slower during a run. */
import { pbkdf2Sync } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './report.ts'
import { newFolder } from './servers.ts'

export type MachineSpeed = { calculationMs: number; writeMs: number }

/** Median milliseconds of a calculation, and of 80 KB written and synced. */
export function machineSpeed(): MachineSpeed {
  const folder = newFolder()
  const file = openSync(join(folder, 'file'), 'w')
  const bytes = Buffer.alloc(80_000)
  const calculationMs = medianTime(9, () => pbkdf2Sync('', '', 100_000, 32, 'sha256'))
  const writeMs = medianTime(99, () => {
    writeSync(file, bytes, 0, bytes.length, 0)
    fsyncSync(file)
  })
  closeSync(file)
  rmSync(folder, { recursive: true })
  return { calculationMs, writeMs }
}

/** Compares the beginning and the end of a run. */
export function variation(before: MachineSpeed, after: MachineSpeed): string {
  const change = (name: keyof MachineSpeed) => {
    const percent = Math.round((after[name] / before[name] - 1) * 100)
    return `${before[name].toFixed(1)} ms before, ${after[name].toFixed(1)} ms after (${percent < 0 ? '' : '+'}${percent} %)`
  }
  return `The machine's speed: a fixed calculation took ${change('calculationMs')}, writing and syncing 80 KB ${change('writeMs')}.`
}

function medianTime(times: number, work: () => unknown): number {
  return median(
    Array.from({ length: times }, () => {
      const began = performance.now()
      work()
      return performance.now() - began
    }),
  )
}
