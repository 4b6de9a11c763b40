import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

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
