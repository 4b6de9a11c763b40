import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import type { Dimensions, ImageKind } from '../../data/image-kinds.ts'
import { type LogoBackground, type UploadType, uploadMessages } from '../../data/uploads.ts'
import type { ProblemStatus } from '../http/errors.ts'
import { envWithoutSecrets, programBeside } from '../system/programs.ts'
import { Refusal } from './refusal.ts'

export type MadeImage = { size: Dimensions | null; background: LogoBackground | null }

export type Made = MadeImage | { status: ProblemStatus; message: string }

const program = programBeside(import.meta.url, 'make-image')
const run = promisify(execFile)

const timeoutMs = 30_000

export function createImageMaker() {
  const oneAtATime = pLimit(1)

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
    const env = { ...envWithoutSecrets(), VIPS_BLOCK_UNTRUSTED: '1' }
    const options = { env, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 10_000 } as const
    const { stdout } = await run(process.execPath, ['--max-old-space-size=512', program, ...args], options)
    return JSON.parse(stdout)
  } catch (error) {
    if (error instanceof Error && 'signal' in error && error.signal) {
      return { status: 422, message: uploadMessages.unreadable.text }
    }
    throw error
  }
}
