import { useStore } from '@nanostores/react'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { loadSession } from '../calls/session.ts'
import { ask } from '../dialogs/ask.ts'

const security = createLoaded(async () => (await ok(api.security.$get())).json())

const requiring = {
  question: '¿Pedir a todos la verificación en dos pasos?',
  detail: 'Quien no tenga segundo factor, tú también, solo verá su cuenta hasta agregar uno.',
  action: 'Pedirla a todos',
}

async function askAndSet(requireSecondFactor: boolean): Promise<void> {
  if (requireSecondFactor && !(await ask(requiring))) return
  security.change(() => ({ requireSecondFactor }))
  const isDone = await attempt('No se cambió', async () => {
    await ok(api.security.$put({ json: { requireSecondFactor } }))
    // Loads the session again, because a user without a second factor may now see only their own account.
    await loadSession()
  })
  if (isDone) return
  security.change(() => ({ requireSecondFactor: !requireSecondFactor }))
  // Reads the setting again, because the change may have succeeded although its response was lost.
  void security.refresh()
}

export function SecurityLine() {
  const { data } = useStore(security.$loaded)
  if (!data) return null
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        className="toggle toggle-primary"
        checked={data.requireSecondFactor}
        onChange={({ target }) => askAndSet(target.checked)}
      />
      <span className="text-sm">
        <strong className="font-semibold">Pedir a todos verificación en dos pasos</strong>
        <span className="text-base-content/75 block">
          Quien no tenga códigos ni llave de acceso solo ve su cuenta hasta agregar uno.
        </span>
      </span>
    </label>
  )
}
