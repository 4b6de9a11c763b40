export function element<T extends HTMLElement>(id: string, type: { new (): T }): T {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`no ${type.name} is called ${id}`)
  return element
}

export const button = (id: string) => element(id, HTMLButtonElement)
export const input = (id: string) => element(id, HTMLInputElement)
export const any = (id: string) => element(id, HTMLElement)

export const create = <K extends keyof HTMLElementTagNameMap>(tag: K, properties: Partial<HTMLElementTagNameMap[K]>) =>
  Object.assign(document.createElement(tag), properties)

export function say(id: string, text: string): void {
  any(id).textContent = text
  any(id).hidden = text === ''
}
