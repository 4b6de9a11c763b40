import type { Speaker } from '../../../data/content/schema.ts'
import { initials, mediaUrl } from '../../text/text.ts'

export function Portrait({ speaker: { name, image } }: { speaker: Pick<Speaker, 'name' | 'image'> }) {
  const shape = 'rounded-field bg-base-200 h-24 w-18 shrink-0'
  return image ? (
    <img src={mediaUrl(image)} alt="" width="300" height="400" loading="lazy" className={`${shape} object-cover`} />
  ) : (
    <span className={`${shape} text-primary font-display grid place-items-center text-2xl font-bold`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}
