import { expect, test } from 'vitest'
import { $askingToSignIn, answerSignIn, askToSignIn, countSignIns } from './session-end.ts'

test('asks once for all calls after the session ended, so that nobody signs in twice', async () => {
  const answers = Promise.all([askToSignIn(), askToSignIn()])
  expect($askingToSignIn.get()).toBe('ended')
  answerSignIn(true)
  expect([await answers, $askingToSignIn.get()]).toEqual([[true, true], null])
})

test('asks again if a session ends again, because the first answer was about an earlier one', async () => {
  const first = askToSignIn()
  answerSignIn(false)
  const second = askToSignIn()
  answerSignIn(true)
  expect([await first, await second]).toEqual([false, true])
})

test('sends a call from before the sign-in again without another question', async () => {
  const sentAfter = countSignIns()
  const first = askToSignIn(sentAfter)
  answerSignIn(true)
  expect([await first, await askToSignIn(sentAfter), $askingToSignIn.get()]).toEqual([true, true, null])
})
