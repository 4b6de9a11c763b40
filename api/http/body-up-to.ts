import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { matchedRoutes } from 'hono/route'
import { problem } from './errors.ts'
import { isForm } from './validate.ts'

const kilobyte = 1024
const limits = new WeakMap<object, number>()

/**
 * Refuses a body of more than `maxSize` bytes with 413. Stands at a route before what reads the body, and there replaces
 * `smallBody`.
 */
export function bodyUpTo(maxSize: number): MiddlewareHandler {
  const counting = bodyLimit({ maxSize, onError: (c) => problem(c, 413) })
  const limit: MiddlewareHandler = async (c, next) => {
    // Node's parser ends a body at its declared length. Only without one is it counted, which costs more (decision 12).
    const declared = c.req.header('Content-Length')
    const isDeclared = declared !== undefined && c.req.header('Transfer-Encoding') === undefined
    if (isDeclared) return Number(declared) > maxSize ? problem(c, 413) : next()
    // Nothing reads a body that comes with these.
    return ['GET', 'HEAD'].includes(c.req.method) ? next() : counting(c, next)
  }
  limits.set(limit, maxSize)
  return limit
}

/** The bytes that a handler made by `bodyUpTo` lets through. */
export const limitOf = (handler: object): number | undefined => limits.get(handler)

const [ofJson, ofForm] = [bodyUpTo(16 * kilobyte), bodyUpTo(48 * kilobyte)]

/**
 * The limit of every route that has no `bodyUpTo`: 16 KB for a handful of short fields, three times that for a form, whose
 * encoding makes three characters of a byte.
 */
export const smallBody: MiddlewareHandler = (c, next) => {
  const hasOwn = matchedRoutes(c).some(({ handler }) => limits.has(handler))
  return hasOwn ? next() : (isForm(c) ? ofForm : ofJson)(c, next)
}
