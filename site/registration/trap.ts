/** Honeypot: a hidden field that only programs fill. The attributes stop 1Password, LastPass, Bitwarden and Dashlane from filling it. */
export const trap = {
  name: 'reserved',
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
} as const

export const trapLabel = 'Deja esto vacío'
