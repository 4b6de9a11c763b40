import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { matchedRoutes } from 'hono/route'
import { z } from 'zod'
import { problem } from './errors.ts'
import { checkedByHandler, isForm } from './validate.ts'

const limits = new WeakMap<object, number>()

/** Answers 413 to a body of more than `maxSize` bytes. On its route, it replaces `smallBody`. */
export function bodyUpTo(maxSize: number): MiddlewareHandler {
  const counting = bodyLimit({ maxSize, onError: (c) => problem(c, 413) })
  const limit: MiddlewareHandler = async (c, next) => {
    // Trusts a declared length. Counting would hold the body in memory (decision 12).
    const declared = c.req.header('Content-Length')
    const isDeclared = declared !== undefined && c.req.header('Transfer-Encoding') === undefined
    if (isDeclared) return Number(declared) > maxSize ? problem(c, 413) : next()
    return ['GET', 'HEAD'].includes(c.req.method) ? next() : counting(c, next)
  }
  limits.set(limit, maxSize)
  return limit
}

export const limitOf = (handler: object): number | undefined => limits.get(handler)

/** Maximum bytes per UTF-16 unit: `\u6f22` in JSON, `%E6%BC%A2` in a form. */
const characterBytes = { json: 6, form: 9 }

const leastLimitBytes = 16 * 1024

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

export const smallBody: MiddlewareHandler = (c, next) => {
  const handlers = matchedRoutes(c).map(({ handler }) => handler)
  if (handlers.some((handler) => limits.has(handler))) return next()
  const checks = handlers.map(checkedByHandler)
  const sent = checks.find((check) => check?.target === 'json' || check?.target === 'form')
  return (sent ? limitFor(sent.schema, isForm(c) ? 'form' : 'json') : leastLimit)(c, next)
}
