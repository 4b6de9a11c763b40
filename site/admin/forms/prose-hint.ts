/** What a longer text may say besides words. */
export const proseHint = 'Una línea vacía separa párrafos; - una lista; **negrita**, *cursiva*, [un enlace](https://…).'
