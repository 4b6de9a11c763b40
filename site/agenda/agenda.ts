import { keepForOffline } from '../page/offline.ts'
import { createAfterPaint } from './after-paint.ts'
import { tellOfChanges } from './changed.ts'
import { narrowAgenda } from './filter.ts'
import { followTheDay } from './now.ts'
import { readSessions } from './sessions.ts'
import { openByAddress } from './sheets.ts'
import { starSessions } from './starred.ts'

function start(): void {
  const agenda = document.getElementById('agenda')
  const sessions = readSessions()
  if (agenda && sessions.length > 0) {
    starSessions(sessions, narrowAgenda(agenda, sessions))
  }
  followTheDay(sessions)
  tellOfChanges()
  keepForOffline()
}

openByAddress()
createAfterPaint()(start)
