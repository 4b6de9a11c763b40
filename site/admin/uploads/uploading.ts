import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

/** The files on their way, each with the form that it is for. */
const $uploading = atom<readonly { form: object }[]>([])

/** Notes a file on its way to a form. Returns what to call when it is over. */
export function markUploading(form: object): () => void {
  const mark = { form }
  $uploading.set([...$uploading.get(), mark])
  return () => $uploading.set($uploading.get().filter((other) => other !== mark))
}

/** Whether a file is on its way to this form. */
export function useUploading(form: object): boolean {
  return useStore($uploading).some((mark) => mark.form === form)
}
