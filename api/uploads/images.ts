import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { type Dimensions, type ImageKind, type LogoBackground, type UploadType, uploadMessages } from '../../data/uploads.ts'
import type { ProblemStatus } from '../http/errors.ts'
import { bareEnv, programBeside } from '../system/programs.ts'
import { Refusal } from './refusal.ts'

/** `size` is in pixels, null for an SVG. `background` is null if it is not needed or not detected. */
export type MadeImage = { size: Dimensions | null; background: LogoBackground | null }

/** The output of `make-image.ts`: the image or a refusal. */
export type Made = MadeImage | { status: ProblemStatus; message: string }

const program = programBeside(import.meta.url, 'make-image')
const run = promisify(execFile)

/** The largest accepted image needs about five seconds on a slow machine. */
const timeoutMs = 30_000

/**
 * Processes images one at a time in separate processes, so that decoders of untrusted files see neither the server's memory
 * nor its secrets.
 */
export function createImageMaker() {
  const oneAtATime = pLimit(1)

  /**
   * Converts the image at `from` to the form for visitors at `to`, for an SVG also `to`.br and `to`.gz. Throws a Refusal (415
   * or 422).
   */
  return function makeImage(from: string, to: string, { stored }: UploadType, kind: ImageKind | null): Promise<MadeImage> {
    return oneAtATime(() => makeNow([from, to, stored, kind ?? '']))
  }
}

async function makeNow(args: string[]): Promise<MadeImage> {
  const image = await answerOf(args)
  if ('status' in image) throw new Refusal(image.status, image.message)
  return image
}

async function answerOf(args: string[]): Promise<Made> {
  try {
    const env = { ...bareEnv(), VIPS_BLOCK_UNTRUSTED: '1' }
    const options = { env, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 10_000 } as const
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
