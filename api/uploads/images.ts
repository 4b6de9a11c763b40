import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { type Dimensions, type ImageKind, type LogoBackground, type UploadType, uploadMessages } from '../../data/uploads.ts'
import type { ProblemStatus } from '../http/errors.ts'
import { bareEnv, programBeside } from '../system/programs.ts'
import { Refusal } from './refusal.ts'

/** The size in pixels, null for an SVG, and the background that shows it; null where nobody asks, or nobody can tell. */
export type MadeImage = { size: Dimensions | null; background: LogoBackground | null }

/** What the program in `make-image.ts` prints: the image, or why there is none. */
export type Made = MadeImage | { status: ProblemStatus; message: string }

const program = programBeside(import.meta.url, 'make-image')
const run = promisify(execFile)

/** The largest accepted image needs about five seconds on a slow machine. */
const timeout = 30_000

/**
 * Processes images one after the other, each in a process of its own: a decoder of untrusted files sees neither the
 * server's memory nor its environment, which may hold the first administrator's password.
 */
export function createImageMaker() {
  const oneAtATime = pLimit(1)

  /**
   * Writes the image at `from` to `to` in the form that visitors get, an SVG compressed as well to `to`.br and `to`.gz, and
   * tells of it. Throws a Refusal: 415 or 422 with the reason.
   */
  return function makeImage(from: string, to: string, { stored }: UploadType, kind: ImageKind | null): Promise<MadeImage> {
    return oneAtATime(() => makeNow([from, to, stored, kind ?? '']))
  }
}

async function makeNow(args: string[]): Promise<MadeImage> {
  const made = await answerOf(args)
  if ('status' in made) throw new Refusal(made.status, made.message)
  return made
}

async function answerOf(args: string[]): Promise<Made> {
  try {
    const env = { ...bareEnv(), VIPS_BLOCK_UNTRUSTED: '1' }
    const options = { env, timeout, killSignal: 'SIGKILL', maxBuffer: 10_000 } as const
    const { stdout } = await run(process.execPath, ['--max-old-space-size=512', program, ...args], options)
    return JSON.parse(stdout)
  } catch (error) {
    // Killed by a signal: out of time or memory, or crashed on a damaged image.
    if (error instanceof Error && 'signal' in error && error.signal) {
      return { status: 422, message: uploadMessages.unreadable.text }
    }
    throw error
  }
}
