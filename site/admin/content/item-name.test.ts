import { expect, test } from 'vitest'
import { itemName } from './item-name.ts'

test.each([
  [{ name: 'Ana López', title: 'CTO' }, 'Ana López'],
  [{ title: 'Redes que duermen' }, 'Redes que duermen'],
  [{ label: '¿Qué comes?' }, '¿Qué comes?'],
  [{ url: 'https://ejemplo.gt' }, ''],
])('names the item %j %j in the panel', (fields, name) => expect(itemName(fields)).toBe(name))
