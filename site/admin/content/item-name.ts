/** Returns the name, title or label of an item, which may be empty. A speaker's `title` is the job, so the name comes first. */
export function itemName(fields: object): string {
  const [name] = ['name', 'title', 'label'].flatMap((field) => Reflect.get(fields, field) ?? [])
  return typeof name === 'string' ? name : ''
}
