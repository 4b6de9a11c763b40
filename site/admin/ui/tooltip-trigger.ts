const openDelayMs = 700
/** If the pointer reaches another element within this time after a tooltip closes, the next tooltip opens at once. */
const skipDelayMs = 300

/** A text only for screen readers is one pixel wide, so it does not count as visible. */
const showsText = (element: Element, text: string): boolean =>
  [...element.children].some((child) => child.textContent === text && child.getBoundingClientRect().width > 1)

function triggerOf(target: EventTarget | null): Element | null {
  const element = target instanceof Element ? target.closest('[data-tip]') : null
  return element && !showsText(element, element.getAttribute('data-tip') ?? '') ? element : null
}

export function watchTriggers(show: (trigger: Element | null) => void): () => void {
  let trigger: Element | null = null
  let isOpen = false
  let closedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function open() {
    isOpen = true
    show(trigger)
  }

  // Keeps `trigger`, so that the tooltip stays closed until the pointer leaves the element.
  function dismiss() {
    clearTimeout(timer)
    if (!isOpen) return
    isOpen = false
    closedAt = Date.now()
    show(null)
  }

  function restOn(next: Element | null) {
    if (next === trigger) return
    dismiss()
    trigger = next
    if (!next) return
    if (Date.now() - closedAt < skipDelayMs) open()
    else timer = setTimeout(open, openDelayMs)
  }

  // The tooltip stays open, because people with a screen magnifier move the pointer onto it.
  const isOnTooltip = ({ target }: Event) => target instanceof Element && target.closest('[role="tooltip"]') !== null
  const point = (event: PointerEvent) =>
    event.pointerType !== 'touch' && !(isOpen && isOnTooltip(event)) && restOn(triggerOf(event.target))
  const focus = ({ target }: FocusEvent) =>
    target instanceof Element && target.matches(':focus-visible') && restOn(triggerOf(target))
  const leave = () => restOn(null)

  const listeners = new AbortController()
  const options = { signal: listeners.signal, capture: true }
  document.addEventListener('pointerover', point, options)
  document.documentElement.addEventListener('pointerleave', leave, { signal: listeners.signal })
  document.addEventListener('focusin', focus, options)
  document.addEventListener('focusout', leave, options)
  for (const event of ['pointerdown', 'keydown', 'scroll'] as const) document.addEventListener(event, dismiss, options)
  window.addEventListener('resize', dismiss, options)
  return () => {
    listeners.abort()
    clearTimeout(timer)
  }
}
