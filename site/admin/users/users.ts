import type { NewUser, Role, User, UserChange } from '../../../data/accounts/schema.ts'
import { api, ok } from '../calls/client.ts'
import { createLoaded } from '../calls/loaded.ts'

/** Oldest first. Changes throw ApiError if the server refuses. */
const list = createLoaded<User[]>(async () => (await ok(api.users.$get())).json())

export const $users = list.$loaded
export const loadUsers = list.load

export async function createUser(user: NewUser): Promise<void> {
  const created = await (await ok(api.users.$post({ json: user }))).json()
  list.change((users) => [...users, created])
  void list.load()
}

/** An empty password changes nothing. */
export async function updateUser(id: string, fields: UserChange): Promise<User> {
  const saved = await (await ok(api.users[':id'].$put({ param: { id }, json: fields }))).json()
  list.change((users) => users.map((user) => (user.id === id ? saved : user)))
  void list.load()
  return saved
}

export async function removeUser(id: string): Promise<void> {
  await ok(api.users[':id'].$delete({ param: { id } }))
  list.change((users) => users.filter((user) => user.id !== id))
  void list.load()
}

/** Returns the link if the server sends no mail. */
export async function inviteUser(json: { name: string; email: string; role?: Role | undefined }): Promise<string | null> {
  const { link = null } = await (await ok(api.users.invite.$post({ json }))).json()
  await list.load()
  return link
}

/** Mails a link to choose a password. Returns it if the server sends no mail. */
export async function linkForUser(id: string): Promise<string | null> {
  const { link = null } = await (await ok(api.users[':id'].link.$post({ param: { id }, json: {} }))).json()
  return link
}

export async function endSessionsOf(id: string): Promise<void> {
  await ok(api.users[':id'].sessions.$delete({ param: { id } }))
}

/** Also ends their sessions. */
export async function takeSecondFactor(id: string): Promise<void> {
  await ok(api.users[':id']['second-factor'].$delete({ param: { id } }))
  await list.load()
}
