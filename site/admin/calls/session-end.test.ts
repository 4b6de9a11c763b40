import { expect, test } from 'vitest'
import { $askingToSignIn, answerSignIn, askToSignIn, countSignIns } from './session-end.ts'

test('several calls refused at the end of the session open only one sign-in dialog', async () => {
  const answers = Promise.all([askToSignIn(), askToSignIn()])
  expect($askingToSignIn.get()).toBe('ended')
  answerSignIn(true)
  expect([await answers, $askingToSignIn.get()]).toEqual([[true, true], null])
})

test('asks for a sign-in each time, even if the user declined the time before', async () => {
  const first = askToSignIn()
  answerSignIn(false)
  const second = askToSignIn()
  answerSignIn(true)
  expect([await first, await second]).toEqual([false, true])
})

test('asks for no sign-in if the user signed in after the refused call was sent', async () => {
  const sentAfter = countSignIns()
  const first = askToSignIn(sentAfter)
  answerSignIn(true)
  expect([await first, await askToSignIn(sentAfter), $askingToSignIn.get()]).toEqual([true, true, null])
})
