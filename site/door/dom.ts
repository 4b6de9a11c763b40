/** Throws if the element is missing in puerta.astro. */
export function element<T extends HTMLElement>(id: string, type: { new (): T }): T {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`no ${type.name} is called ${id}`)
  return element
}

export const button = (id: string) => element(id, HTMLButtonElement)
export const input = (id: string) => element(id, HTMLInputElement)
export const any = (id: string) => element(id, HTMLElement)

export function say(id: string, text: string): void {
  any(id).textContent = text
  any(id).hidden = text === ''
}
