import { trap } from './trap.ts'

/**
 * The draft of both registration forms: what a visitor has typed so far, by field name. It survives a reload and a failed
 * attempt, stays in this tab, and is removed once it has been sent.
 */
const draftKey = 'registro'

/** Where the idempotency key is stored. */
const secretKey = 'registro-clave'

/** Fills the empty fields of a form with what was typed before. */
export function restoreDraft(form: HTMLFormElement): void {
  for (const [name, value] of Object.entries(read())) {
    const field = form.elements.namedItem(name)
    const isText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'checkbox')
    if (isText && field.value === '') field.value = value
  }
}

/** Keeps what a form holds now. */
export function saveDraft(form: HTMLFormElement): void {
  const typed = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== trap.name,
  )
  store(draftKey, JSON.stringify({ ...read(), ...Object.fromEntries(typed) }))
}

export function removeDraft(): void {
  storage()?.removeItem(draftKey)
  storage()?.removeItem(secretKey)
  secret = null
}

/** The key of the attempts of this page: the storage may not take it. */
let secret: string | null = null

/**
 * The same at every attempt until one succeeds: a lost answer does not lead to a second registration. Null where the browser
 * cannot make one (a page without https).
 */
export function idempotencyKey(): string | null {
  secret = storage()?.getItem(secretKey) ?? secret ?? crypto.randomUUID?.() ?? null
  if (secret) store(secretKey, secret)
  return secret
}

function read(): Record<string, string> {
  return JSON.parse(storage()?.getItem(draftKey) ?? '{}')
}

/** Where there is no room for it, it is not kept over a reload. */
function store(key: string, text: string): void {
  try {
    storage()?.setItem(key, text)
  } catch {
    // Registering works all the same.
  }
}

/** Null where the visitor has disabled storage: registering works all the same. */
function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
