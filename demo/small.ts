import { conference, conferenceName, events, partners, scenarios, sections, speakers } from './content.ts'
import { looks } from './looks.ts'
import { partnerLogo } from './pictures/logos.ts'
import { questions } from './questions.ts'
import type { Sample } from './sample.ts'

export const small: Sample = {
  sections,
  conference: { ...conference, name: conferenceName },
  speakers,
  looks,
  scenarios,
  events,
  partners,
  questions,
  logoOf: partnerLogo,
}
