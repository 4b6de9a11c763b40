import { onMount } from 'nanostores'
import type { CertificatesState, ShownCertificate } from '../../../api/certificates/routes.ts'
import { formatCount, formatPeople } from '../../text/format-count.ts'
import type { ToastAction } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { $saves } from '../calls/saves.ts'
import { ask } from '../dialogs/ask.ts'
import { mailList } from '../mail/mails.ts'
import { $views } from '../shell/tab.ts'

export const certificates = createLoaded<CertificatesState>(async () => (await ok(api.certificates.$get())).json())

// Loads again after a save or a change of view, because the event may have ended or more people may have arrived.
onMount(certificates.$loaded, () => {
  const stops = [$saves, $views].map((changing) => changing.listen(() => void certificates.refresh()))
  return () => {
    for (const stop of stops) stop()
  }
})

export const createCertificateOf = (registration: string) =>
  createLoaded(async () => (await ok(api.certificates.of[':id'].$get({ param: { id: registration } }))).json())

async function attemptAndReload(failure: string, act: () => Promise<string>): Promise<boolean> {
  const isDone = await attempt(failure, async () => ({ title: await act() }))
  void certificates.load()
  void mailList.load()
  return isDone
}

export const sendCertificates = (to: CertificatesState['group']) =>
  attemptAndReload('Las constancias no salieron', async () => {
    const { people } = await (await ok(api.certificates.$post({ json: { to } }))).json()
    if (people === 0) return 'Todas las personas ya tienen la suya'
    return `${people === 1 ? 'Constancia' : 'Constancias'} en camino a ${formatPeople(people)}`
  })

export const stoppingCertificates: ToastAction = {
  label: 'Detener el envío',
  run: async () => {
    await attemptAndReload('No se detuvo', async () => {
      await ok(api.certificates.$delete())
      return 'Envío detenido'
    })
  },
}

export const makeForSpeakers = () =>
  attemptAndReload('No se hicieron', async () => {
    const { people } = await (await ok(api.certificates.$post({ json: { to: 'speakers' } }))).json()
    if (people === 0) return 'Cada speaker visible ya tiene la suya'
    return people === 1 ? '1 constancia hecha' : `${formatCount(people)} constancias hechas`
  })

export const makeByHand = (json: { role: 'speaker' | 'organiser'; name: string }) =>
  attemptAndReload('No se hizo', async () => {
    const { name } = await (await ok(api.certificates['by-hand'].$post({ json }))).json()
    return `Constancia de ${name} hecha`
  })

export async function revoke({ code, name }: Pick<ShownCertificate, 'code' | 'name'>): Promise<void> {
  const isRevoking = await ask({
    question: `¿Revocar la constancia de ${name}?`,
    detail: 'Quien abra su dirección o lea su código verá que ya no es válida. No se puede deshacer.',
    action: 'Revocar',
    isDestructive: true,
  })
  if (!isRevoking) return
  await attemptAndReload('No se revocó', async () => {
    await ok(api.certificates[':code'].$delete({ param: { code } }))
    return 'Constancia revocada'
  })
}
