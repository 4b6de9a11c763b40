import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MouseEvent } from 'react'
import { ItemAction } from './ItemAction.tsx'

/** Undefined at the end of the list. */
type Props = { name: string; onUp?: (() => void) | undefined; onDown?: (() => void) | undefined }

export function MoveActions({ name, onUp, onDown }: Props) {
  return (
    <>
      <ItemAction label={`Subir ${name}`} tip="Subir" Icon={ArrowUp} isStep onClick={onUp && followed(onUp)} />
      <ItemAction label={`Bajar ${name}`} tip="Bajar" Icon={ArrowDown} isStep onClick={onDown && followed(onDown)} />
    </>
  )
}

function followed(move: () => void) {
  return ({ currentTarget }: MouseEvent) => {
    move()
    requestAnimationFrame(() => currentTarget.closest('li')?.scrollIntoView({ block: 'nearest' }))
  }
}
