import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Unavailable } from '../http/errors.ts'
import { createDrawingProcess, type Drawing } from './drawing-process.ts'
import type { ShareCard } from './share-card.ts'

/** Answers with its process id. Kills itself if the card's title is `killed`. */
const program = `process.on('message', ({ card }) =>
  card.title === 'killed' ? process.kill(process.pid, 'SIGKILL') : process.send({ file: Buffer.from(String(process.pid)) }))`

async function startProcess(idleMs?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'drawing-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'program.mjs')
  await writeFile(file, program)
  const { draw } = createDrawingProcess(file, idleMs)
  return async (title: string) => Number(await draw(drawingOf(title)))
}

function drawingOf(title: string): Drawing {
  const conference: ShareCard['conference'] = { name: '', accent: '', pattern: 'propio' }
  return {
    is: 'card',
    card: { eyebrow: '', title, people: '', facts: [], portraits: [], conference },
    shape: 'wide',
    portraits: [],
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('uses a single process for drawings that follow each other', async () => {
  const pidOf = await startProcess()
  const first = await pidOf('first')
  expect(first).not.toBe(process.pid)
  expect(await Promise.all([pidOf('second'), pidOf('third')])).toEqual([first, first])
})

test('reports a killed drawing as unavailable, and starts a new process for the next drawing', async () => {
  const pidOf = await startProcess()
  const first = await pidOf('first')
  const [killed, next] = await Promise.allSettled([pidOf('killed'), pidOf('next')])
  expect(killed).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
  expect(next).toMatchObject({ status: 'fulfilled', value: expect.any(Number) })
  expect(next).not.toMatchObject({ value: first })
})

test('starts a new process if the idle process was killed', async () => {
  const pidOf = await startProcess()
  const first = await pidOf('first')
  process.kill(first, 'SIGKILL')
  await expect.poll(() => isRunning(first)).toBe(false)
  expect(await pidOf('second')).not.toBe(first)
})

test('ends the process after some time without a drawing', async () => {
  const pidOf = await startProcess(50)
  const first = await pidOf('first')
  await expect.poll(() => isRunning(first)).toBe(false)
  expect(await pidOf('second')).not.toBe(first)
})
