import { trap } from './trap.ts'

const draftKey = 'registro'

const secretKey = 'registro-clave'

export function restoreDraft(form: HTMLFormElement): void {
  for (const [name, value] of Object.entries(read())) {
    const field = form.elements.namedItem(name)
    if (field instanceof RadioNodeList)
      for (const box of field)
        if (box instanceof HTMLInputElement && box.type === 'checkbox') box.checked ||= value.split('\n').includes(box.value)
    if (field && 'type' in field && field.type !== 'checkbox' && 'value' in field && field.value === '') field.value = value
  }
}

export function saveDraft(form: HTMLFormElement): void {
  const typed: Record<string, string> = {}
  // `FormData` has no entry for a question without a ticked box, so without this line the draft would keep its former answer.
  for (const { name } of form.querySelectorAll<HTMLInputElement>('[type=checkbox]:enabled')) typed[name] = ''
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && name !== trap.name) typed[name] = typed[name] ? `${typed[name]}\n${value}` : value
  store(draftKey, JSON.stringify({ ...read(), ...typed }))
}

export function removeDraft(): void {
  storage()?.removeItem(draftKey)
  storage()?.removeItem(secretKey)
  secret = null
}

let secret: string | null = null

/** Returns the same key until the registration succeeds, so that a retry cannot register twice. Null without https. */
export function idempotencyKey(): string | null {
  secret = storage()?.getItem(secretKey) ?? secret ?? crypto.randomUUID?.() ?? null
  if (secret) store(secretKey, secret)
  return secret
}

function read(): Record<string, string> {
  return JSON.parse(storage()?.getItem(draftKey) ?? '{}')
}

function store(key: string, text: string): void {
  try {
    storage()?.setItem(key, text)
  } catch {}
}

function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
