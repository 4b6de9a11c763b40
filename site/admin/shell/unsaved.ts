import { atom } from 'nanostores'
import { ask } from '../dialogs/ask.ts'

export const $unsaved = atom<readonly string[]>([])

export function markUnsaved(key: string, isUnsaved: boolean): void {
  const others = $unsaved.get().filter((other) => other !== key)
  if (isUnsaved || others.length < $unsaved.get().length) $unsaved.set(isUnsaved ? [...others, key] : others)
}

const dialog = 'dialog:'

export const inDialog = (title: string) => dialog + title

export const isDialogUnsaved = () => $unsaved.get().some((key) => key.startsWith(dialog))

export async function askToDiscard(question = 'Hay cambios sin guardar. ¿Quieres descartarlos?'): Promise<boolean> {
  return (await ask({ question, action: 'Descartar cambios', isDestructive: true })) !== null
}
