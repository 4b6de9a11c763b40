import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

const $uploading = atom<readonly { form: object }[]>([])

const formsWithLoss = new WeakSet<object>()

/** Call the returned function when the upload ends. */
export function markUploading(form: object): (isStored: boolean) => void {
  const mark = { form }
  $uploading.set([...$uploading.get(), mark])
  return (isStored) => {
    if (!isStored) formsWithLoss.add(form)
    $uploading.set($uploading.get().filter((other) => other !== mark))
  }
}

export function useUploading(form: object): boolean {
  return useStore($uploading).some((mark) => mark.form === form)
}

export const expectUploads = (form: object) => void formsWithLoss.delete(form)

/** Returns false if an upload failed or was cancelled since `expectUploads`. */
export const areUploadsStored = (form: object): boolean => !formsWithLoss.has(form)

export const savedAfterUpload = {
  title: 'Se guardará cuando termine la subida',
  text: 'Puedes seguir escribiendo mientras tanto.',
}
