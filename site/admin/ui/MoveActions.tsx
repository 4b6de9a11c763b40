import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MouseEvent } from 'react'
import { ItemAction } from './ItemAction.tsx'

/** What each direction does; nothing at the end of the list. */
type Props = { name: string; onUp?: (() => void) | undefined; onDown?: (() => void) | undefined }

/** Moves an item of a list in steps. */
export function MoveActions({ name, onUp, onDown }: Props) {
  return (
    <>
      <ItemAction label={`Subir ${name}`} tip="Subir" Icon={ArrowUp} isStep onClick={onUp && followed(onUp)} />
      <ItemAction label={`Bajar ${name}`} tip="Bajar" Icon={ArrowDown} isStep onClick={onDown && followed(onDown)} />
    </>
  )
}

/** What moved stays in sight, and with it the button that moves it on. */
function followed(move: () => void) {
  return ({ currentTarget }: MouseEvent) => {
    move()
    requestAnimationFrame(() => currentTarget.closest('li')?.scrollIntoView({ block: 'nearest' }))
  }
}
