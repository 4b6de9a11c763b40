import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { matchedRoutes } from 'hono/route'
import { z } from 'zod'
import { problem } from './errors.ts'
import { checkedByHandler, isForm } from './validate.ts'

const limits = new WeakMap<object, number>()

/**
 * Refuses bodies of more than `maxSize` bytes with 413. Put it before the handler that reads the body. It replaces
 * `smallBody`.
 */
export function bodyUpTo(maxSize: number): MiddlewareHandler {
  const counting = bodyLimit({ maxSize, onError: (c) => problem(c, 413) })
  const limit: MiddlewareHandler = async (c, next) => {
    // Node's parser ends a body at its declared length. Counting, which costs more, is needed only without one
    // (decision 12).
    const declared = c.req.header('Content-Length')
    const isDeclared = declared !== undefined && c.req.header('Transfer-Encoding') === undefined
    if (isDeclared) return Number(declared) > maxSize ? problem(c, 413) : next()
    // No handler reads the body of these.
    return ['GET', 'HEAD'].includes(c.req.method) ? next() : counting(c, next)
  }
  limits.set(limit, maxSize)
  return limit
}

/** Returns the limit in bytes of a handler made by `bodyUpTo`. */
export const limitOf = (handler: object): number | undefined => limits.get(handler)

/** Most bytes of one character: `\u6f22` in JSON, `%E6%BC%A2` in a form. */
const characterBytes = { json: 6, form: 9 }

/** The minimum of every call, so that a slightly too long body gets an answer for each field. */
const leastLimitBytes = 16 * 1024

/** Longer than any number, boolean or formatted text such as an instant. */
const shortTextLength = 30

type BodySchema = {
  maxLength?: number
  maxItems?: number
  enum?: unknown[]
  items?: BodySchema
  anyOf?: BodySchema[]
  oneOf?: BodySchema[]
  properties?: Record<string, BodySchema>
}

/** Returns the bytes of the longest body that fits a schema. Texts and lists without a limit count as short. */
export function longestBody(schema: z.ZodType, kind: keyof typeof characterBytes): number {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return longestPart(described as BodySchema, characterBytes[kind])
}

function longestPart(schema: BodySchema, bytesEach: number): number {
  const { maxLength = shortTextLength, maxItems = 0, items, properties, anyOf = [], oneOf = [] } = schema
  const inside = (other: BodySchema) => longestPart(other, bytesEach)
  if (anyOf.length + oneOf.length > 0) return Math.max(...[...anyOf, ...oneOf].map(inside))
  if (schema.enum) return Math.max(...schema.enum.map((value) => JSON.stringify(value).length))
  if (items) return 2 + maxItems * (1 + inside(items))
  if (properties) return Object.entries(properties).reduce((sum, [name, value]) => sum + name.length + 4 + inside(value), 2)
  return 2 + bytesEach * maxLength
}

const limitsBySchema = { json: new WeakMap<z.ZodType, MiddlewareHandler>(), form: new WeakMap<z.ZodType, MiddlewareHandler>() }
const leastLimit = bodyUpTo(leastLimitBytes)

function limitFor(schema: z.ZodType, kind: keyof typeof characterBytes): MiddlewareHandler {
  const limit = limitsBySchema[kind].get(schema)
  if (limit) return limit
  const computed = bodyUpTo(Math.max(leastLimitBytes, longestBody(schema, kind)))
  limitsBySchema[kind].set(schema, computed)
  return computed
}

/** The limit of every route without `bodyUpTo`: the longest body of its schema, at least 16 KB. */
export const smallBody: MiddlewareHandler = (c, next) => {
  const handlers = matchedRoutes(c).map(({ handler }) => handler)
  if (handlers.some((handler) => limits.has(handler))) return next()
  const checks = handlers.map(checkedByHandler)
  const sent = checks.find((check) => check?.target === 'json' || check?.target === 'form')
  return (sent ? limitFor(sent.schema, isForm(c) ? 'form' : 'json') : leastLimit)(c, next)
}
