import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { UploadMessage } from '../../../data/uploads.ts'

const $uploading = atom<readonly { form: object }[]>([])

export function markUploading(form: object): () => void {
  const mark = { form }
  $uploading.set([...$uploading.get(), mark])
  return () => $uploading.set($uploading.get().filter((other) => other !== mark))
}

export function useUploading(form: object): boolean {
  return useStore($uploading).some((mark) => mark.form === form)
}

export const stillUploading: UploadMessage = {
  title: 'Todavía se está subiendo un archivo',
  text: 'Espera a que termine o cancela la subida, y guarda después.',
}
