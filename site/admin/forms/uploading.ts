import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { UploadMessage } from '../../../data/uploads.ts'

/** The uploads that are running, each with its form. */
const $uploading = atom<readonly { form: object }[]>([])

/** Marks a form as uploading a file. Returns the function that ends that. */
export function markUploading(form: object): () => void {
  const mark = { form }
  $uploading.set([...$uploading.get(), mark])
  return () => $uploading.set($uploading.get().filter((other) => other !== mark))
}

/** Whether a file of this form is being uploaded. */
export function useUploading(form: object): boolean {
  return useStore($uploading).some((mark) => mark.form === form)
}

/** A form is not saved without the file that was chosen for it. */
export const stillUploading: UploadMessage = {
  title: 'Todavía se está subiendo un archivo',
  text: 'Espera a que termine o cancela la subida, y guarda después.',
}
