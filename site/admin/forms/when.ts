/** When something was, as 'de las 10:32', with the day when it was not today. `at` and `now` in milliseconds. */
export function when(at: number, now = Date.now()): string {
  const time = new Date(at).toLocaleTimeString('es-GT', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const day = new Date(at).toLocaleDateString('es-GT', { day: 'numeric', month: 'long' })
  return isToday ? `de las ${time}` : `del ${day} a las ${time}`
}
