export function onlyThose(calendar: string, ids: ReadonlySet<string>): string {
  const isWanted = (entry: string) => ids.has(/^UID:(.*?)@/m.exec(unfolded(entry))?.[1] ?? '')
  const parts = calendar.split(/^(?=BEGIN:VEVENT)/m).map((text, index) => {
    const end = index === 0 ? 0 : text.indexOf('\n', text.lastIndexOf('END:VEVENT')) + 1
    return { entry: text.slice(0, end), after: text.slice(end) }
  })
  return parts.map(({ entry, after }) => (isWanted(entry) ? entry : '') + after).join('')
}

const unfolded = (text: string) => text.replace(/\r?\n[ \t]/g, '')

export async function downloadCalendar(ids: ReadonlySet<string>, name = 'mis-charlas.ics'): Promise<void> {
  const answer = await fetch('/agenda.ics')
  if (!answer.ok) throw new Error(`agenda.ics: ${answer.status}`)
  const file = new Blob([onlyThose(await answer.text(), ids)], { type: 'text/calendar' })
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
