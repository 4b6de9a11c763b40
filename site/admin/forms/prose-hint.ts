export const proseHint = 'Una línea vacía separa párrafos; - una lista; **negrita**, *cursiva*, [un enlace](https://…).'
