import { computed, onMount } from 'nanostores'
import type { Finding } from '../../../data/review/review.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { $saves } from '../calls/saves.ts'
import { $accepted, accept } from './accepted.ts'

const findings = createLoaded<Finding[]>(async () => (await ok(api.review.$get())).json())

export const $review = findings.$loaded

onMount($review, () => $saves.listen(() => void findings.refresh()))

/** The name contains the message. An accepted finding therefore appears again if its message changes. */
const nameOf = ({ section, id = '', message }: Finding) => [section, id, message].join(' ')

/** Sample texts are left out, because `FirstStepsLine` lists them. */
export const $toReview = computed([$review, $accepted], ({ data = [] }, accepted) =>
  data.filter((finding) => !finding.isSample && !accepted.includes(nameOf(finding))),
)

export const acceptFinding = (finding: Finding) => accept(nameOf(finding))
