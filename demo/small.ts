/** The sample conference of one day. */
import { conference, conferenceName, events, partners, scenarios, sections, speakers } from './content.ts'
import { partnerLogo } from './pictures/logos.ts'
import { looks } from './pictures/looks.ts'
import type { Sample } from './sample.ts'

export const small: Sample = {
  sections,
  conference: { ...conference, name: conferenceName },
  speakers,
  looks,
  scenarios,
  events,
  partners,
  logoOf: partnerLogo,
}
