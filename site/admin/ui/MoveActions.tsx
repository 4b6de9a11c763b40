import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MouseEvent } from 'react'
import { ItemAction } from './ItemAction.tsx'

type Props = { name: string; onUp?: (() => void) | undefined; onDown?: (() => void) | undefined }

export function MoveActions({ name, onUp, onDown }: Props) {
  return (
    <>
      <ItemAction label={`Subir ${name}`} tip="Subir" Icon={ArrowUp} isStep onClick={onUp && andScroll(onUp)} />
      <ItemAction label={`Bajar ${name}`} tip="Bajar" Icon={ArrowDown} isStep onClick={onDown && andScroll(onDown)} />
    </>
  )
}

function andScroll(move: () => void) {
  return ({ currentTarget }: MouseEvent) => {
    move()
    requestAnimationFrame(() => currentTarget.closest('li')?.scrollIntoView({ block: 'nearest' }))
  }
}
