import type { RegistrationFields } from '../data/registrations/schema.ts'
import { daysAfter } from '../data/time.ts'
import type { Client } from './client.ts'

const [placeCount, usedCount] = [20, 12]

/** Returns the people who register through the sample's link. Its form asks for fewer fields, so nothing of them is lost. */
export function peopleOfLink<T extends RegistrationFields>(samples: readonly T[]): Set<T> {
  return new Set(samples.filter(({ company, acceptsMarketing }) => !company && !acceptsMarketing).slice(0, usedCount))
}

export async function registerByLink(
  { panel, visitor }: Record<'panel' | 'visitor', Client>,
  people: Iterable<RegistrationFields>,
  eventDate: string,
): Promise<void> {
  const share = { label: 'Universidad', places: placeCount, until: daysAfter(new Date(eventDate).toISOString(), -7) }
  const { url }: { url: string } = await (await panel('POST /api/place-links', share)).json()
  for (const { name, email, phone = '', comments = '', answers = {} } of people) {
    const given = Object.entries(answers).map(([id, answer]) => [`answer-${id}`, answer === true ? 'Sí' : String(answer)])
    const form = new URLSearchParams([...Object.entries({ name, email, phone, comments }), ...given])
    await visitor(`POST ${new URL(url).pathname}`, Buffer.from(form.toString()))
  }
}
