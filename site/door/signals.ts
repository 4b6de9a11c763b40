import type { Answer } from './answer.ts'

type Signal = { tones: [frequency: number, seconds: number][]; vibration: number[] }

const good: Signal = {
  tones: [
    [880, 0.08],
    [1320, 0.14],
  ],
  vibration: [80],
}
const wait: Signal = {
  tones: [
    [660, 0.15],
    [660, 0.15],
  ],
  vibration: [120, 80, 120],
}
const stop: Signal = { tones: [[220, 0.45]], vibration: [400] }

const signals: Record<Exclude<Answer['kind'], 'undone'>, Signal> = {
  in: good,
  waiting: wait,
  unknown: wait,
  foreign: wait,
  already: stop,
  cancelled: stop,
}

let context: AudioContext | undefined

/** Browsers block sound before the first touch or key, and phones stop it during a call. */
export function allowSoundOnTouch(): void {
  for (const event of ['pointerup', 'keydown']) addEventListener(event, allowSound, { capture: true })
}

function allowSound(): void {
  context ??= new AudioContext()
  if (context.state !== 'running') void context.resume()
}

/** Returns false if the device made no sound. */
export function signal(kind: keyof typeof signals): boolean {
  const { tones, vibration } = signals[kind]
  // Browsers block vibration before the first touch.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(vibration)
  if (context?.state !== 'running') return false
  let at = context.currentTime
  for (const [frequency, seconds] of tones) {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    tone.type = 'square'
    tone.frequency.value = frequency
    volume.gain.value = 0.2
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + seconds)
    at += seconds + 0.05
  }
  return true
}
