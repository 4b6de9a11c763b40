import { formatCount, formatPeople } from '../../text/format-count.ts'
import type { ToastAction } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import type { Loader } from '../calls/loaded.ts'
import { capitalized, failureToast } from '../calls/messages.ts'
import { mailList } from './mails.ts'

export const sendLabel = (people: number) => `Enviar a ${formatPeople(people)}`

/** `name` is a masculine noun in Spanish, such as 'aviso'. */
export const notSent = (name: string) =>
  failureToast(`El ${name} no salió`, 'El servidor no respondió. Inténtalo de nuevo: nadie lo recibe dos veces.')

type ToMany = { last: { queued: number; sent: number } | null }
type Progress<S extends ToMany> = Loader<{ state: S | null }>

export async function isAllSent<S extends ToMany>(progress: Progress<S>): Promise<boolean> {
  await progress.load()
  return progress.$loaded.get().data?.state?.last?.queued === 0
}

export function stopping<S extends ToMany>(progress: Progress<S>, name: string, stop: () => Promise<S>): ToastAction {
  return {
    label: `Detener el ${name}`,
    run: async () => {
      const isDone = await attempt('No se detuvo', async () => {
        const state = await stop()
        progress.change(() => ({ state }))
        return { title: `${capitalized(name)} detenido`, text: alreadySent(state.last?.sent ?? 0) }
      })
      if (!isDone) void progress.load()
      void mailList.load()
    },
  }
}

function alreadySent(sent: number): string {
  if (sent === 0) return 'No salió ningún correo.'
  return sent === 1 ? 'Ya había salido 1 correo.' : `Ya habían salido ${formatCount(sent)} correos.`
}
