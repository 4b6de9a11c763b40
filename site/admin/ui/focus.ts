const focusable = 'a[href], button:not([tabindex="-1"]), input, select, textarea, summary'

/** An element and its fallbacks, such as the action in the next row. */
type FocusTargets = readonly [HTMLElement, ...HTMLElement[]]

export function focusTargetsOf(element: Element | null): FocusTargets | null {
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const row = element.closest('li, tr')
  const actions = (of: Element) => [...of.querySelectorAll<HTMLElement>(focusable)]
  const own = row ? actions(row) : []
  // From the end, because extra elements of a row come first.
  const index = own.indexOf(element) - own.length
  const beside = [row?.nextElementSibling, row?.previousElementSibling].flatMap((other) => {
    const all = other ? actions(other) : []
    return all.at(index) ?? all[0] ?? []
  })
  const form = element.closest('form')
  const ofForm = form ? actions(form) : []
  return [element, ...beside, ...ofForm.slice(ofForm.indexOf(element) + 1)]
}

/** Falls back to the open dialog or tab. */
export function focusFirst(targets: FocusTargets | null): void {
  const there = targets?.find(isUsable)
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  const target = there ?? dialog ?? document.querySelector<HTMLElement>('.panel-view:not([hidden])')
  // The focus may be back already.
  if (!target || (!there && document.activeElement !== document.body)) return
  if (!there) target.tabIndex = -1
  target.focus({ preventScroll: !there || there === targets?.[0] })
}

/** Restores the focus when its element is removed, hidden or disabled. */
export function keepFocus(): () => void {
  let last: FocusTargets | null = null

  const onFocus = ({ target }: FocusEvent) => {
    const next = focusTargetsOf(target as Element)
    // Toasts disappear by themselves.
    last = next?.[0].closest('.toast-area') ? [...next, ...(last ?? [])] : next
  }

  // Disabled or removed elements were not left.
  const onBlur = ({ target }: FocusEvent) => {
    requestAnimationFrame(() => {
      if (last?.[0] === target && isUsable(last[0]) && document.activeElement !== target) last = null
    })
  }

  const observer = new MutationObserver(() => {
    if (!last || document.activeElement !== document.body) return
    const [element] = last
    // Dialogs restore the focus themselves.
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
