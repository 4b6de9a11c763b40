export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  textContent = '',
  className = '',
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tag), { className, textContent })
}

/** Adds a space after each text, because elements side by side are not separated. */
export function wordsOf(root: Node | null): string {
  if (!root) return ''
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let words = ''
  while (texts.nextNode()) words += `${texts.currentNode.nodeValue} `
  return words
}

export function button(text: string, className: string, onClick: () => unknown): HTMLButtonElement {
  const created = element('button', text, className)
  created.type = 'button'
  created.addEventListener('click', onClick)
  return created
}

export function link(text: string, className: string, href: string): HTMLAnchorElement {
  return Object.assign(element('a', text, className), { href })
}
