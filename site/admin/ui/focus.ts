/** Puts the focus on `element`, or on the open tab's panel when it is gone: never nowhere, where a keyboard is lost. */
export function focusPanel(element: Element | null = null): void {
  const isThere = element instanceof HTMLElement && element.isConnected && element !== document.body
  const target = isThere ? element : document.querySelector<HTMLElement>('[role="tabpanel"]:not([hidden])')
  if (!target) return
  // A panel takes the focus only from here, not from the Tab key.
  if (!isThere) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
