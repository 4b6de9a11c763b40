import type { NewUser, Role, User, UserChange } from '../../../data/accounts/schema.ts'
import { showToast } from '../../toast/toast.ts'
import { attempt } from '../calls/attempt.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'
import { failed, succeeded } from '../calls/messages.ts'
import { ask } from '../dialogs/ask.ts'

export const users = createLoaded<User[]>(async () => (await ok(api.users.$get())).json())

export async function createUser(user: NewUser): Promise<void> {
  const created = await (await ok(api.users.$post({ json: user }))).json()
  users.change((list) => [...list, created])
  void users.load()
}

export async function updateUser(id: string, fields: UserChange): Promise<User> {
  const saved = await (await ok(api.users[':id'].$put({ param: { id }, json: fields }))).json()
  users.change((list) => list.map((user) => (user.id === id ? saved : user)))
  void users.load()
  return saved
}

export async function askAndRemoveUser({ id, name, email }: User): Promise<void> {
  const isRemoving = await ask({
    question: '¿Eliminar usuario?',
    detail: `Esta acción no se puede deshacer. El usuario será eliminado permanentemente.\n\n${name} (${email})`,
    action: 'Eliminar',
    isDestructive: true,
  })
  if (!isRemoving) return
  try {
    await ok(api.users[':id'].$delete({ param: { id } }))
    users.change((list) => list.filter((user) => user.id !== id))
    void users.load()
    showToast(succeeded('usuario', 'eliminar'))
  } catch (error) {
    showToast(failed('usuario', 'eliminar', error, 'Error al eliminar usuario'))
  }
}

/** Returns the link of the invitation if the server sends no mail, else null. */
export async function inviteUser(json: { name: string; email: string; role?: Role | undefined }): Promise<string | null> {
  const { link = null } = await (await ok(api.users.invite.$post({ json }))).json()
  await users.load()
  return link
}

/** Returns the link to choose a password if the server sends no mail, else null. */
export async function linkForUser(id: string): Promise<string | null> {
  const { link = null } = await (await ok(api.users[':id'].link.$post({ param: { id }, json: {} }))).json()
  return link
}

export async function askAndEndSessions({ id, name }: User): Promise<void> {
  const isEnding = await ask({
    question: `¿Cerrar las sesiones de ${name}?`,
    detail: 'Tendrá que iniciar sesión otra vez en todos sus dispositivos.',
    action: 'Cerrar sesiones',
    isDestructive: true,
  })
  if (!isEnding) return
  await attempt('No se cerraron', async () => {
    await ok(api.users[':id'].sessions.$delete({ param: { id } }))
    return { title: 'Sesiones cerradas' }
  })
}

export async function askAndRemoveSecondFactor({ id, name }: User): Promise<void> {
  const isRemoving = await ask({
    question: `¿Quitar el segundo factor de ${name}?`,
    detail: 'Entrará solo con su contraseña, y sus sesiones se cierran.',
    action: 'Quitar segundo factor',
    isDestructive: true,
  })
  if (!isRemoving) return
  await attempt('No se quitó', async () => {
    await ok(api.users[':id']['second-factor'].$delete({ param: { id } }))
    await users.load()
    return { title: 'Segundo factor quitado' }
  })
}
