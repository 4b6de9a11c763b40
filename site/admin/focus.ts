/** Puts the focus on `element`, or on the open tab's panel when it is gone: never nowhere, where a keyboard is lost. */
export function focusPanel(element: Element | null = null): void {
  const isThere = element instanceof HTMLElement && element.isConnected && element !== document.body
  const target = isThere ? element : document.getElementById('tab-panel')
  target?.focus({ preventScroll: true })
}
