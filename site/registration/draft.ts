/**
 * What a visitor has typed so far, by field name, for both registration forms. It survives a reload and a failed
 * attempt, stays in this tab only, and is gone once it has been sent.
 */
const key = 'registro'

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
  sessionStorage.setItem(key, JSON.stringify({ ...read(), ...Object.fromEntries(typed) }))
}

export function dropDraft(): void {
  sessionStorage.removeItem(key)
}

function read(): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(key) ?? '{}')
}
