import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $toast, hidePassing, hideToast, pauseToast, resumeToast, showToast } from './toast.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

afterEach(() => {
  hideToast()
  vi.useRealTimers()
})

const title = () => $toast.get()?.title

test.each(['success', 'neutral'] as const)('closes a %s toast after six seconds', (kind) => {
  showToast({ kind, title: 'Guardado' })
  vi.advanceTimersByTime(5999)
  expect(title()).toBe('Guardado')
  vi.advanceTimersByTime(1)
  expect(title()).toBeUndefined()
})

test.each([{ kind: 'error', title: 'Aviso' } as const, { kind: 'success', title: 'Aviso', stays: true } as const])(
  'error toasts, and toasts with the option `stays`, do not close by themselves',
  (toast) => {
    showToast(toast)
    vi.advanceTimersByTime(3_600_000)
    expect(title()).toBe('Aviso')
    hideToast()
    expect(title()).toBeUndefined()
  },
)

test('an error toast that replaces a success toast stays open, as error toasts do', () => {
  showToast({ kind: 'success', title: 'Guardado' })
  vi.advanceTimersByTime(3000)
  showToast({ kind: 'error', title: 'Error' })
  vi.advanceTimersByTime(10_000)
  expect(title()).toBe('Error')
})

test('a paused toast closes only after it is resumed', () => {
  showToast({ kind: 'success', title: 'Guardado' })
  pauseToast()
  vi.advanceTimersByTime(60_000)
  expect(title()).toBe('Guardado')
  resumeToast()
  vi.advanceTimersByTime(5999)
  expect(title()).toBe('Guardado')
  vi.advanceTimersByTime(1)
  expect(title()).toBeUndefined()
})

test("the user's next action closes a success toast but not an error toast", () => {
  showToast({ kind: 'success', title: 'Movido' })
  hidePassing()
  expect(title()).toBeUndefined()
  for (const toast of [{ kind: 'error', title: 'Aviso' } as const, { kind: 'success', title: 'Aviso', stays: true } as const]) {
    showToast(toast)
    hidePassing()
    expect(title()).toBe('Aviso')
  }
})
