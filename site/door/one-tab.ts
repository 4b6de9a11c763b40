import { button } from './dom.ts'
import { openView } from './views.ts'

export type Tab = { pause(): void; resume(): Promise<void> }

/** Only one tab may run the door, because all tabs share one log of arrivals. A new tab takes over until it is closed. */
export function runInOneTab(start: () => Promise<Tab>): void {
  if (!navigator.locks) return void start()
  let tab: Promise<Tab> | undefined
  let queued = new AbortController()

  async function startOrResume(): Promise<void> {
    if (tab) return (await tab).resume()
    tab = start()
    await tab
  }

  function requestLock(options: LockOptions): void {
    let isHeld = false
    navigator.locks
      .request('puerta', options, async () => {
        isHeld = true
        await startOrResume()
        await new Promise<void>(() => {})
      })
      .catch(async () => {
        if (!isHeld) return
        ;(await tab)?.pause()
        openView('elsewhere')
        queued = new AbortController()
        requestLock({ signal: queued.signal })
      })
  }

  button('use-here').addEventListener('click', () => {
    queued.abort()
    requestLock({ steal: true })
  })
  requestLock({ steal: true })
}
