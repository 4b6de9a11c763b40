const focusable = 'a[href], button:not([tabindex="-1"]), input, select, textarea, summary'

/** The focused element, followed by elements to focus if it disappears. */
type FocusTargets = readonly [HTMLElement, ...HTMLElement[]]

let last: FocusTargets | null = null

/** A pressed button that is now disabled has lost the focus, but still counts as focused. */
export const currentFocusTargets = (): FocusTargets | null => focusTargetsOf(document.activeElement) ?? last

function focusTargetsOf(element: Element | null): FocusTargets | null {
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const row = element.closest('li, tr')
  const actions = (of: Element) => [...of.querySelectorAll<HTMLElement>(focusable)]
  const rowActions = row ? actions(row) : []
  // Counts from the end of the row, because other rows may begin with more elements.
  const index = rowActions.indexOf(element) - rowActions.length
  const beside = [row?.nextElementSibling, row?.previousElementSibling].flatMap((other) => {
    const all = other ? actions(other) : []
    return all.at(index) ?? all[0] ?? []
  })
  const form = element.closest('form')
  const ofForm = form ? actions(form) : []
  return [element, ...beside, ...ofForm.slice(ofForm.indexOf(element) + 1)]
}

export function focusFirst(targets: FocusTargets | null): void {
  if (targets?.[0].isConnected && targets[0].matches(':disabled')) {
    // `keepFocus` focuses the element once it is enabled.
    last = targets
    return
  }
  const element = targets?.find(isUsable)
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  const target = element ?? dialog ?? document.querySelector<HTMLElement>('.panel-view:not([hidden])')
  if (!target || (!element && document.activeElement !== document.body)) return
  if (!element) target.tabIndex = -1
  target.focus({ preventScroll: !element || element === targets?.[0] })
}

export function keepFocus(): () => void {
  const onFocus = ({ target }: FocusEvent) => {
    const next = focusTargetsOf(target as Element)
    // A toast disappears, so the elements that had the focus before the toast stay as fallbacks.
    last = next?.[0].closest('.toast-area') ? [...next, ...(last ?? [])] : next
  }

  // Forgets the element if the user left it, but not if it was removed or disabled.
  const onBlur = ({ target }: FocusEvent) => {
    requestAnimationFrame(() => {
      if (last?.[0] === target && isUsable(last[0]) && document.activeElement !== target) last = null
    })
  }

  const observer = new MutationObserver(() => {
    if (!last || document.activeElement !== document.body) return
    const [element] = last
    // A dialog that is closed restores the focus itself.
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
