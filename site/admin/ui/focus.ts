const focusable = 'a[href], button:not([tabindex="-1"]), input, select, textarea, summary'

/**
 * An element, and what has the focus instead when it is gone: the same action of the next row, or of the one before; in a form,
 * what comes after it.
 */
type FocusTargets = readonly [HTMLElement, ...HTMLElement[]]

export function focusTargetsOf(element: Element | null): FocusTargets | null {
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const row = element.closest('li, tr')
  const actions = (of: Element) => [...of.querySelectorAll<HTMLElement>(focusable)]
  const own = row ? actions(row) : []
  // Counted from the end: what only some rows have, such as a link, stands before their actions.
  const index = own.indexOf(element) - own.length
  const beside = [row?.nextElementSibling, row?.previousElementSibling].flatMap((other) => {
    const all = other ? actions(other) : []
    return all.at(index) ?? all[0] ?? []
  })
  const form = element.closest('form')
  const ofForm = form ? actions(form) : []
  return [element, ...beside, ...ofForm.slice(ofForm.indexOf(element) + 1)]
}

/**
 * Puts the focus on the first of them; where all are gone or hidden, on the open dialog or tab: never nowhere, where a keyboard
 * is lost.
 */
export function focusFirst(targets: FocusTargets | null): void {
  const there = targets?.find(isUsable)
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  const target = there ?? dialog ?? document.querySelector<HTMLElement>('.panel-view:not([hidden])')
  // Whoever closed several dialogs at once is back already.
  if (!target || (!there && document.activeElement !== document.body)) return
  // A panel takes the focus only from here, not from the Tab key.
  if (!there) target.tabIndex = -1
  target.focus({ preventScroll: !there || there === targets?.[0] })
}

/**
 * Keeps the focus from being lost when what has it goes away, with the row that it deleted or the view that it left, or is
 * disabled while it works. Returns what ends that.
 */
export function keepFocus(): () => void {
  let last: FocusTargets | null = null

  const onFocus = ({ target }: FocusEvent) => {
    const next = focusTargetsOf(target as Element)
    // A message goes by itself: back to where somebody was before it.
    last = next?.[0].closest('.toast-area') ? [...next, ...(last ?? [])] : next
  }

  // Somebody left it for the page around it. What is disabled or gone was not left.
  const onBlur = ({ target }: FocusEvent) => {
    requestAnimationFrame(() => {
      if (last?.[0] === target && isUsable(last[0]) && document.activeElement !== target) last = null
    })
  }

  const observer = new MutationObserver(() => {
    if (!last || document.activeElement !== document.body) return
    const [element] = last
    // A dialog gives the focus back itself.
    const dialog = element.closest('dialog')
    if (dialog && !dialog.isConnected) return
    if (element.isConnected && !isUsable(element)) return
    focusFirst(last)
  })

  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
    observer.disconnect()
  }
}

const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(':disabled') && element.checkVisibility()
