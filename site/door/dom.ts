/** The page's own elements, which are all in site/pages/puerta.astro. */

/** Throws where there is none: that is a mistake of the page. */
export function element<T extends HTMLElement>(id: string, type: { new (): T }): T {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`no ${type.name} is called ${id}`)
  return found
}

export const button = (id: string) => element(id, HTMLButtonElement)
export const input = (id: string) => element(id, HTMLInputElement)
export const any = (id: string) => element(id, HTMLElement)

/** Says what is wrong, or nothing. */
export function say(id: string, text: string): void {
  any(id).textContent = text
  any(id).hidden = text === ''
}
