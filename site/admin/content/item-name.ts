/** Returns the title, label or name of an item, which may be empty. */
export function itemName(fields: object): string {
  const [name] = ['title', 'label', 'name'].flatMap((field) => Reflect.get(fields, field) ?? [])
  return typeof name === 'string' ? name : ''
}
