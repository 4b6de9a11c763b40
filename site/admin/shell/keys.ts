const visible = <E extends Element>(root: ParentNode, selector: string): E | undefined =>
  [...root.querySelectorAll<E>(selector)].find((element) => element.checkVisibility())

const scope = (): ParentNode =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('.panel-view:not([hidden])') ?? document

/** `isSave` means Ctrl+S, which does not submit forms that send mail. */
function submitTopmost(isSave: boolean): void {
  const root = scope()
  const focused = document.activeElement?.closest('form')
  const form = focused && root.contains(focused) ? focused : visible<HTMLFormElement>(root, 'form:has([type="submit"])')
  const button = form?.querySelector<HTMLButtonElement>('[type="submit"]:not(:disabled)')
  if (isSave && form?.hasAttribute('data-sends')) return
  if (form && button) form.requestSubmit(button)
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** Ctrl+S and Ctrl+Enter submit the topmost form, and `/` goes to the search. Returns a function that stops listening. */
export function listenForKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (event.defaultPrevented || altKey) return
    if ((ctrlKey || metaKey) && (key.toLowerCase() === 's' || key === 'Enter')) {
      event.preventDefault()
      submitTopmost(key !== 'Enter')
    } else if (key === '/' && !ctrlKey && !metaKey && !isTyping(target)) {
      const search = visible<HTMLInputElement>(scope(), 'input[type="search"]')
      if (!search) return
      event.preventDefault()
      search.focus()
    }
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}
