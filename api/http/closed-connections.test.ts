import { pino } from 'pino'
import { expect, test } from 'vitest'
import { countClosedConnections } from './closed-connections.ts'

function counted() {
  const lines: string[] = []
  const closedConnections = countClosedConnections(pino({}, { write: (line: string) => lines.push(line) }))
  return { ...closedConnections, said: () => lines.splice(0).map((line) => JSON.parse(line).refused) }
}

test('refused connections are logged as numbers, once for all since the last time, and not at all where there were none', () => {
  const { count, report, said } = counted()
  report()
  expect(said()).toEqual([])
  for (let number = 0; number < 3; number++) count('tooMany')
  count('tooSlow')
  report()
  report()
  expect(said()).toEqual([{ tooMany: 3, tooSlow: 1 }])
})

test('those of the last moments are logged when the process stops', async () => {
  const { count, stop, said } = counted()
  count('unread')
  await stop()
  expect(said()).toEqual([{ unread: 1 }])
})
