import { keepForOffline } from '../page/offline.ts'
import { createAfterPaint } from './after-paint.ts'
import { watchForChanges } from './changed.ts'
import { filterAgenda } from './filter.ts'
import { showCurrent } from './now.ts'
import { readSessions } from './sessions.ts'
import { openByAddress } from './sheets.ts'
import { starSessions } from './starred.ts'

function start(): void {
  const agenda = document.getElementById('agenda')
  const sessions = readSessions()
  if (agenda && sessions.length > 0) starSessions(sessions, filterAgenda(agenda, sessions))
  showCurrent(sessions)
  watchForChanges()
  keepForOffline()
}

openByAddress()
createAfterPaint()(start)
