/** Makes random values from the product's schemas: valid, almost valid and far from valid. */
import fc from 'fast-check'
import { z } from 'zod'

/** The parts of a JSON schema that are used here. */
type Shape = {
  type?: string
  anyOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  maxLength?: number
}

/** Texts that some field accepts, and texts that have caused errors in some program. */
const texts = [
  ...[
    '',
    ' ',
    'José Pérez',
    'a@ejemplo.gt',
    'https://ejemplo.gt/a?b=c',
    '/public-objects/a.webp',
    'mailto:a@ejemplo.gt',
    '09:00',
  ],
  ...[
    '23:59',
    '24:00',
    '2025-11-20',
    '2025-11-20T13:00:00Z',
    '0000-00-00',
    '+275760-09-13',
    '2025-02-30',
    'admin',
    'user',
    'logo.png',
  ],
  ...[
    'aliado',
    'main',
    'all',
    'pending',
    '../../x',
    '%2e%2e%2f',
    "' OR 1=1 --",
    '"; DROP TABLE users; --',
    '<script>',
    'javascript:x',
  ],
  ...[
    '\0',
    '\u0000\uffff',
    '\ud800',
    '\u202e',
    '=1+1',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '1e999',
    '-0',
    '9'.repeat(400),
  ],
  ...['ñ'.repeat(255), 'x'.repeat(256), 'x'.repeat(10_001), '👩‍👩‍👧‍👦'.repeat(30), 'İ', 'ß', '\ufeff'],
]

const text = fc.oneof(
  // Most fields accept this text, also fields for addresses. Without it, hardly any request would be accepted.
  { weight: 6, arbitrary: fc.constant('https://ejemplo.gt/a') },
  { weight: 2, arbitrary: fc.constantFrom('a@ejemplo.gt', 'b@ejemplo.gt', '09:00') },
  { weight: 2, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 300 }) },
)
const number = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -5, max: 5 }) },
  fc.integer(),
  fc.double(),
  fc.constantFrom(1e308, -0, 2 ** 53, 0.5),
)
const anything = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 4 }))

/** Names that are in no schema, or in every JavaScript object. */
const strangeNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'id',
  'role',
  'isActive',
  'passwordHash',
  'createdAt',
  '',
)

/** Makes values in the shape of `schema`. One in three has a fault. */
export function shaped(schema: z.ZodType): fc.Arbitrary<unknown> {
  const fitting = madeFrom(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)
  const spoilt = fc
    .tuple(fitting, fc.oneof(strangeNames, fc.nat(20)), anything)
    .map(([value, where, wrong]) => spoil(value, where, wrong))
  return fc.oneof({ weight: 6, arbitrary: fitting }, { weight: 2, arbitrary: spoilt }, { weight: 1, arbitrary: anything })
}

function madeFrom({ type, anyOf, enum: choices, const: only, properties, items, required = [] }: Shape): fc.Arbitrary<unknown> {
  if (anyOf) return fc.oneof(...anyOf.map(madeFrom))
  if (choices) return fc.constantFrom(...choices)
  if (only !== undefined) return fc.constant(only)
  if (type === 'string') return text
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer' || type === 'number') return number
  if (items) return fc.array(madeFrom(items), { maxLength: 8 })
  if (properties) {
    const fields = Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, madeFrom(shape)]))
    return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
  }
  return type === 'object' ? fc.constant({}) : anything
}

/** Returns `value` with one field added or replaced. */
function spoil(value: unknown, where: string | number, wrong: unknown): unknown {
  if (typeof value !== 'object' || value === null) return wrong
  const names = Object.keys(value)
  const name = typeof where === 'string' ? where : (names[where % Math.max(1, names.length)] ?? 'x')
  // Builds a new object, because assigning to `__proto__` would set the prototype.
  return Object.fromEntries([...Object.entries(value).filter(([key]) => key !== name), [name, wrong]])
}
