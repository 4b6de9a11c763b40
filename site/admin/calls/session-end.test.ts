import { expect, test } from 'vitest'
import { $askingToSignIn, answerSignIn, askToSignIn, countSignIns } from './session-end.ts'

test('calls that find the session ended at the same time share one question, so that nobody signs in twice', async () => {
  const answers = Promise.all([askToSignIn(), askToSignIn()])
  expect($askingToSignIn.get()).toBe('ended')
  answerSignIn(true)
  expect([await answers, $askingToSignIn.get()]).toEqual([[true, true], null])
})

test('a session that ends again is asked about again, because the first answer was about another session', async () => {
  const first = askToSignIn()
  answerSignIn(false)
  const second = askToSignIn()
  answerSignIn(true)
  expect([await first, await second]).toEqual([false, true])
})

test('a call that was still on its way when they signed in is sent again without another question', async () => {
  const sentAfter = countSignIns()
  const first = askToSignIn(sentAfter)
  answerSignIn(true)
  expect([await first, await askToSignIn(sentAfter), $askingToSignIn.get()]).toEqual([true, true, null])
})
