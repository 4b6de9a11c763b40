import { computed, onMount } from 'nanostores'
import type { Finding } from '../../../data/review/review.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { $saves } from '../calls/saves.ts'
import { $accepted, accept } from './accepted.ts'

const findings = createLoaded<Finding[]>(async () => (await ok(api.review.$get())).json())

/** Loaded once, and again after every save. */
export const $review = findings.$loaded

onMount($review, () => $saves.listen(() => void findings.refresh()))

/** What a finding is called on this device: by what it says. */
const nameOf = ({ section, id = '', message }: Finding) => [section, id, message].join(' ')

/** What is left to look over: without what of the sample is told in a line of its own, and what somebody said is right as it is. */
export const $toReview = computed([$review, $accepted], ({ data = [] }, accepted) =>
  data.filter((finding) => !finding.isSample && !accepted.includes(nameOf(finding))),
)

/** Takes a finding off the list that is right as it is. */
export const acceptFinding = (finding: Finding) => accept(nameOf(finding))
