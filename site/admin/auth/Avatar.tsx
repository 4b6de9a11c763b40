import { initials, mediaUrl } from '../../text/text.ts'

type Props = { of: { name: string; picture: string }; className?: string }

export function Avatar({ of: { name, picture }, className = 'size-9' }: Props) {
  const shape = `${className} bg-base-200 shrink-0 rounded-full`
  return picture ? (
    <img src={mediaUrl(picture)} alt="" width="200" height="200" className={`${shape} object-cover`} />
  ) : (
    <span className={`${shape} text-base-content/80 grid place-items-center text-sm font-bold`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}
