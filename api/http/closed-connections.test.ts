import { pino } from 'pino'
import { expect, test } from 'vitest'
import { countClosedConnections } from './closed-connections.ts'

function counted() {
  const lines: string[] = []
  const closedConnections = countClosedConnections(pino({}, { write: (line: string) => lines.push(line) }))
  return { ...closedConnections, said: () => lines.splice(0).map((line) => JSON.parse(line).refused) }
}

test('one log line has the number of closed connections, and none is written if none were closed', () => {
  const { count, report, said } = counted()
  report()
  expect(said()).toEqual([])
  for (let number = 0; number < 3; number++) count('tooMany')
  count('tooSlow')
  report()
  report()
  expect(said()).toEqual([{ tooMany: 3, tooSlow: 1 }])
})

test('logs the number of closed connections when the process stops', async () => {
  const { count, stop, said } = counted()
  count('unread')
  await stop()
  expect(said()).toEqual([{ unread: 1 }])
})
