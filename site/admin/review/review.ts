import { computed, onMount } from 'nanostores'
import type { Finding } from '../../../data/review/review.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { $saves } from '../calls/saves.ts'
import { $accepted, accept } from './accepted.ts'

const findings = createLoaded<Finding[]>(async () => (await ok(api.review.$get())).json())

/** Findings of the server about the content. Loaded again after each save. */
export const $review = findings.$loaded

onMount($review, () => $saves.listen(() => void findings.refresh()))

/** The name contains the message, so that an accepted finding returns with another message. */
const nameOf = ({ section, id = '', message }: Finding) => [section, id, message].join(' ')

/** Findings that nobody accepted. Sample texts are left out, because they have their own line. */
export const $toReview = computed([$review, $accepted], ({ data = [] }, accepted) =>
  data.filter((finding) => !finding.isSample && !accepted.includes(nameOf(finding))),
)

export const acceptFinding = (finding: Finding) => accept(nameOf(finding))
