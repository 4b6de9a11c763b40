import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { amount } from './report.ts'

const connections = 64

export const loadSeconds = amount(3, 1)

/** Registrations a second, and milliseconds until one is stored. */
export type Load = { rate: number; p50: number; p99: number }

/** Sends registrations from another process. */
export async function load(origin: string): Promise<Load> {
  const args = [join(import.meta.dirname, 'registration-load.ts'), origin, String(connections), String(loadSeconds)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

/** Sends registrations until the server has stored `least` of them. */
export async function register(origin: string, least: number): Promise<void> {
  for (let stored = 0; stored < least; ) stored += Math.ceil((await load(origin)).rate * loadSeconds)
}
