export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  textContent = '',
  className = '',
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tag), { className, textContent })
}
