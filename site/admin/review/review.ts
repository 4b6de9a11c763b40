import { computed, onMount } from 'nanostores'
import type { Finding } from '../../../data/review/review.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { $saves } from '../calls/saves.ts'
import { $accepted, accept } from './accepted.ts'

const findings = createLoaded<Finding[]>(async () => (await ok(api.review.$get())).json())

/** Reloads after every save. */
export const $review = findings.$loaded

onMount($review, () => $saves.listen(() => void findings.refresh()))

/** Names contain the message, so that a changed finding returns. */
const nameOf = ({ section, id = '', message }: Finding) => [section, id, message].join(' ')

/** Without sample texts, which have their own line, and accepted findings. */
export const $toReview = computed([$review, $accepted], ({ data = [] }, accepted) =>
  data.filter((finding) => !finding.isSample && !accepted.includes(nameOf(finding))),
)

export const acceptFinding = (finding: Finding) => accept(nameOf(finding))
