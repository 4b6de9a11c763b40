import type { NewUser, User, UserChange } from '../../../data/schema.ts'
import { api, ok } from '../client.ts'
import { createLoaded } from './loaded.ts'

const { $loaded, load, change } = createLoaded<User[]>(async () => (await ok(api.users.$get())).json())

/** The people of the panel, oldest first. */
export const $users = $loaded
export const loadUsers = load

/** Throws ApiError when the server refuses, as the next two do. */
export async function createUser(user: NewUser): Promise<void> {
  const created = await (await ok(api.users.$post({ json: user }))).json()
  change((users) => [...users, created])
  void load()
}

/** An empty password leaves the old one. */
export async function updateUser(id: string, fields: UserChange): Promise<User> {
  const saved = await (await ok(api.users[':id'].$put({ param: { id }, json: fields }))).json()
  change((users) => users.map((user) => (user.id === id ? saved : user)))
  void load()
  return saved
}

export async function removeUser(id: string): Promise<void> {
  await ok(api.users[':id'].$delete({ param: { id } }))
  change((users) => users.filter((user) => user.id !== id))
  void load()
}
