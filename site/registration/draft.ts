/**
 * What a visitor has typed so far, by field name, for both registration forms. It survives a reload and a failed
 * attempt, stays in this tab only, and is gone once it has been sent.
 */
const draftKey = 'registro'

/** Where the secret is kept by which the server knows that it is sent again. */
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
export function keepDraft(form: HTMLFormElement): void {
  const typed = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  storage()?.setItem(draftKey, JSON.stringify({ ...read(), ...Object.fromEntries(typed) }))
}

export function dropDraft(): void {
  storage()?.removeItem(draftKey)
  storage()?.removeItem(secretKey)
}

/**
 * The same at every attempt until one succeeds: an answer that got lost does not become a second registration. Null where
 * a browser makes none (a page without https).
 */
export function idempotencyKey(): string | null {
  const key = storage()?.getItem(secretKey) ?? crypto.randomUUID?.() ?? null
  if (key) storage()?.setItem(secretKey, key)
  return key
}

function read(): Record<string, string> {
  return JSON.parse(storage()?.getItem(draftKey) ?? '{}')
}

/** Null for visitors who let no site store anything: they can register all the same. */
function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
