import { computed } from 'nanostores'
import { sampleClaims } from '../../../data/review/sample-claims.ts'
import { isAnswered } from '../calls/loaded.ts'
import { sections } from '../content/sections.ts'
import { $accepted } from './accepted.ts'

const { hero, event, about, benefits, segments, layout } = sections

/** Null while the sections load. Empty if they cannot be loaded. */
export const $sampleClaims = computed(
  [hero.$loaded, event.$loaded, about.$loaded, benefits.$loaded, segments.$loaded, layout.$loaded, $accepted],
  (hero, event, about, benefits, segments, layout, accepted) => {
    if (![hero, event, about, benefits, segments, layout].every(isAnswered)) return null
    if (!(hero.data && event.data && about.data && benefits.data && segments.data && layout.data)) return []
    const claims = sampleClaims({
      hero: hero.data.value,
      event: event.data.value,
      about: about.data.value,
      benefits: benefits.data.value,
      segments: segments.data.value,
      layout: layout.data.value,
    })
    return claims.filter((claim) => !accepted.includes(claim.name))
  },
)
