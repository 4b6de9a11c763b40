import { computed, onMount } from 'nanostores'
import type { SectionKey } from '../../../data/content/schema.ts'
import type { Finding } from '../../../data/review/review.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { $saves } from '../calls/saves.ts'
import { saveChange } from '../content/save-change.ts'
import { type Section, sections } from '../content/sections.ts'
import { $accepted, accept } from './accepted.ts'

const findings = createLoaded<Finding[]>(async () => (await ok(api.review.$get())).json())

export const $review = findings.$loaded

onMount($review, () => $saves.listen(() => void findings.refresh()))

/** Contains the message, so that an accepted finding appears again if its message changes. */
const nameOf = ({ section, id = '', message }: Finding) => [section, id, message].join(' ')

/** Sample texts are left out, because `FirstStepsLine` lists them. */
export const $toReview = computed([$review, $accepted], ({ data = [] }, accepted) =>
  data.filter((finding) => !finding.isSample && !accepted.includes(nameOf(finding))),
)

export const acceptFinding = (finding: Finding) => accept(nameOf(finding))

/** Saves the change of a section that a finding proposes. */
export async function saveFix(section: SectionKey, change: Record<string, string>): Promise<void> {
  const state = sections[section] as unknown as Section<SectionKey>
  await attempt('No se cambió', async () => {
    return saveChange(section, change, await state.read(), 'Corregido')
  })
}
