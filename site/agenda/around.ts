import { minuteMs } from '../../data/time.ts'

const days: [opens: number, ends: number][] = JSON.parse(document.querySelector<HTMLElement>('[data-live]')?.dataset.live ?? '[]')

/** Loads live changes on the day of the event. On the landing page, agenda/now.ts loads them. */
function look(): void {
  const now = Date.now() / 1000
  const today = days.find(([opens, ends]) => opens <= now && now < ends)
  if (today) void import('./follow.ts').then(({ follow }) => follow(today[1] * 1000))
}

if (days.length > 0) {
  look()
  setInterval(look, minuteMs)
}
