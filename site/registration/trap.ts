/**
 * The field that catches programs: hidden from people, and shown once it was filled. Neither browsers nor password managers know its
 * name, and the attributes tell 1Password, LastPass, Bitwarden and Dashlane to leave it alone.
 */
export const trap = {
  name: 'reserved',
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
} as const

export const trapLabel = 'Deja esto vacío'
