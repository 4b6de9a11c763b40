import { createCamera } from '../scanning/camera.ts'
import { button, element, say } from './dom.ts'

/** A code counts a second time only after it was out of view for this time. */
const shownAgainAfterMs = 3_000

type Options = { facing: 'user' | 'environment'; onCode(text: string): void }

export function createScanner({ facing, onCode }: Options) {
  const lastSeenAt = new Map<string, number>()
  const camera = createCamera({
    video: element('video', HTMLVideoElement),
    facing,
    onCode(text) {
      const now = performance.now()
      const isKnown = now - (lastSeenAt.get(text) ?? Number.NEGATIVE_INFINITY) < shownAgainAfterMs
      lastSeenAt.set(text, now)
      if (!isKnown) onCode(text)
    },
  })

  let isWanted = false

  async function start(): Promise<void> {
    say('camera-problem', '')
    button('start-camera').hidden = true
    isWanted = true
    try {
      await camera.start()
      button('light').hidden = !camera.hasLight()
      await (navigator.wakeLock?.request('screen') ?? Promise.resolve()).catch(() => {})
    } catch (error) {
      stop()
      say('camera-problem', cameraProblem(error))
    }
  }

  function stop(): void {
    isWanted = false
    camera.stop()
    button('start-camera').hidden = false
    button('light').hidden = true
    showLight(false)
  }

  function showLight(isOn: boolean): void {
    button('light').setAttribute('aria-pressed', String(isOn))
    button('light').textContent = isOn ? 'Apagar la luz' : 'Encender la luz'
  }

  // A page in the background loses the camera and the wake lock, so they start again.
  document.addEventListener('visibilitychange', () => {
    if (isWanted && document.visibilityState === 'visible') void start()
  })

  button('start-camera').addEventListener('click', () => void start())
  button('light').addEventListener('click', async () => {
    const isOn = button('light').getAttribute('aria-pressed') !== 'true'
    await camera.light(isOn)
    showLight(isOn)
  })

  return {
    startWhereAllowed(): void {
      void navigator.permissions
        ?.query({ name: 'camera' as PermissionName })
        .then(({ state }) => (state === 'granted' ? start() : undefined))
        .catch(() => {})
    },
    stop,
  }
}

function cameraProblem(error: unknown): string {
  if (!navigator.mediaDevices) return 'La cámara necesita que la dirección empiece con https. Busca por nombre.'
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'La cámara está bloqueada: permítela en los ajustes del navegador, o busca por nombre.'
  if (name === 'NotFoundError') return 'No hay cámara en este dispositivo. Busca por nombre o usa un lector.'
  return 'La cámara no abre: quizá otra aplicación la usa. Busca por nombre.'
}
