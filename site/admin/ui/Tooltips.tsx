import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { watchTriggers } from './tooltip-trigger.ts'

export function Tooltips() {
  const [tip, setTip] = useState<{ trigger: Element; openedCount: number } | null>(null)
  useEffect(() => {
    let openedCount = 0
    return watchTriggers((trigger) => {
      openedCount += 1
      setTip(trigger && { trigger, openedCount })
    })
  }, [])
  if (!tip) return null
  const { trigger, openedCount } = tip
  const region = trigger.closest('dialog, main, .panel-head') ?? document.body
  return createPortal(<Tooltip key={openedCount} trigger={trigger} />, region)
}

function Tooltip({ trigger }: { trigger: Element }) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (box.current && content.current) placeOver(trigger, box.current, content.current)
    const before = trigger.getAttribute('aria-describedby')
    trigger.setAttribute('aria-describedby', before ? `${before} ${id}` : id)
    return () => {
      if (before) trigger.setAttribute('aria-describedby', before)
      else trigger.removeAttribute('aria-describedby')
    }
  }, [trigger, id])

  return (
    <div ref={box} popover="manual" className="tooltip tooltip-open panel-tooltip">
      <div ref={content} id={id} role="tooltip" className="tooltip-content">
        {trigger.getAttribute('data-tip')}
      </div>
    </div>
  )
}

function placeOver(trigger: Element, box: HTMLElement, content: HTMLElement): void {
  const { x, y, width, height } = trigger.getBoundingClientRect()
  Object.assign(box.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })
  box.showPopover()
  const overhang = (content.offsetWidth - width) / 2
  box.classList.add(content.offsetHeight + gapPx < y ? 'tooltip-top' : 'tooltip-bottom')
  if (x < overhang) box.classList.add('tooltip-start')
  else if (x + width + overhang > document.documentElement.clientWidth) box.classList.add('tooltip-end')
}

const gapPx = 16
