import type { RouterRoute } from 'hono/types'
import { z } from 'zod'
import {
  type CollectionKey,
  type ContentKey,
  itemIdentitySchema,
  itemSchemas,
  type SectionKey,
  sectionIdentitySchema,
  sectionSchemas,
} from '../../data/content/schema.ts'
import { isAccessCall } from '../accounts/access-calls.ts'
import { adminOnly } from '../accounts/guard.ts'
import { contentPaths } from '../content/paths.ts'
import { checkedByHandler } from '../http/validate.ts'
import { publicCalls } from '../public-calls.ts'
import { calls, publishedFiles } from './calls.ts'

type JsonSchema = Record<string, unknown>
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; description?: string; schema: JsonSchema }

type Answer = { description: string; content?: Record<string, { schema: JsonSchema }> }

export type Operation = {
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, Answer>
}

export type ApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: object
}

/** Returns OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1.html). Throws if `calls.md` misses a route. */
export function describeApi(routes: readonly RouterRoute[], title: string, origin: string): ApiDocument {
  const paths: ApiDocument['paths'] = {}
  for (const [call, routesOfCall] of routesByCall(routes)) {
    const [method = '', path = ''] = call.split(' ')
    const braced = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[braced] = { ...paths[braced], [method.toLowerCase()]: operation(call, routesOfCall) }
  }
  for (const [call, { summary, status, answers }] of publishedFiles) {
    const responses = problemAnswers(call, { [status]: 'All is well', ...answers })
    paths[call.replace('GET ', '')] = { get: { tags: ['site'], summary, security: [], parameters: [], responses } }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: 'JSON in, JSON out; messages are Spanish. A session is a cookie, set by POST /api/auth/login.',
    },
    servers: [{ url: origin }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        metrics: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Error: errorSchema },
    },
  }
}

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'What went wrong, in Spanish' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A message for each field that does not fit',
    },
  },
}

const routesByCall = (routes: readonly RouterRoute[]) =>
  Map.groupBy(
    routes.filter(({ method }) => method !== 'ALL'),
    ({ method, path }) => `${method} ${path.replace(/\/$/, '')}`,
  )

export const adminsOnly = 'Administrators only.'

function operation(call: string, routes: readonly RouterRoute[]): Operation {
  const description = calls.get(call)
  if (!description) throw new Error(`${call} is not described in api/reference/calls.md`)
  const checks = routes.flatMap(({ handler }) => checkedByHandler(handler) ?? [])
  const sent = checks.find(({ target }) => target === 'json' || target === 'form')
  const query = checks.find(({ target }) => target === 'query')
  const isAdminOnly = routes.some(({ handler }) => handler === adminOnly)
  const isOpen = publicCalls.has(call) || /^\w+ \/(registro|ponente|constancia|public-objects|charlas|speakers)\//.test(call)
  const isChecked = checks.some(({ isLenient }) => !isLenient)
  const type = sent?.target === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  const body = sent && { required: !sent.mayBeAbsent, content: { [type]: { schema: jsonSchema(sent.schema, 'input') } } }
  const details = [isAdminOnly && adminsOnly, description.details].filter(Boolean).join(' ')
  return {
    tags: [tagOf(call)],
    summary: description.summary,
    ...(details ? { description: details } : {}),
    security: isOpen ? [] : [call === 'GET /metrics' ? { metrics: [] } : { session: [] }],
    parameters: [
      ...pathParameters(call),
      ...(query ? queryParameters(query.schema) : []),
      ...description.headers.map(asParameter),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {
      [description.status]: { description: 'All is well', ...answer(call) },
      ...problemAnswers(call, {
        ...guardAnswers({ call, isOpen, isAdminOnly, isChecked, takes: sent?.target }),
        ...description.answers,
      }),
    },
  }
}

type Guarded = { call: string; isOpen: boolean; isAdminOnly: boolean; isChecked: boolean; takes: string | undefined }

const noSession = 'Nobody is signed in'

function guardAnswers({ call, isOpen, isAdminOnly, isChecked, takes }: Guarded): Record<number, string | false> {
  const writes = !call.startsWith('GET ')
  // Calls below /registro and /ponente check no origin, because they need the secret token in their address.
  const asksOrigin = writes && !/ \/(registro|ponente)\//.test(call)
  const isForSomebody = !isOpen && call !== 'GET /metrics'
  const [method = '', path = ''] = call.split(' ')
  const isAccess = isAccessCall(method, path)
  const forbidden = [
    isAdminOnly && 'the caller is no administrator',
    isForSomebody && !isAdminOnly && !/ \/api\/(door|auth)\//.test(call) && 'the caller only helps at the door',
    isForSomebody && !call.includes(' /api/auth/') && 'everybody needs a second factor and the caller came without one',
    asksOrigin && 'the request comes from another site',
  ].filter((reason) => reason !== false)
  return {
    400: takes === 'json' && 'The body cannot be read',
    401: !isOpen && (isAccess ? `${noSession}, or the sign-in is older than half an hour (\`signInAgain\`)` : noSession),
    403: forbidden.length > 0 && `One of these: ${forbidden.join('; ')}`,
    404: call.includes(':') && 'There is none',
    408: writes && 'The body took too long to arrive',
    413: writes && 'The body is too large',
    415:
      (takes !== undefined || /^POST \/(registro|ponente)\//.test(call)) &&
      'The body has another type than it says or than is accepted',
    422: isChecked && 'A field does not fit',
    503: 'Not possible now',
  }
}

function problemAnswers(call: string, reasons: Record<number, string | false>): Record<string, Answer> {
  // Calls outside these two folders, such as /registro, answer errors with a page or plain text.
  const answersJson = / \/(api|upload)\//.test(call)
  const answers = Object.entries(reasons).flatMap(([status, reason]) => {
    if (!reason) return []
    const description = ['429', '503'].includes(status) ? `${reason}; Retry-After says when to come back` : reason
    return [[status, answersJson ? problem(description) : { description }]]
  })
  return Object.fromEntries(answers)
}

const tagOf = (call: string): string => /\/(?:api\/(?:agenda\/)?)?([\w-]+)/.exec(call)?.[1] ?? ''

function problem(description: string): Answer {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }
}

function answer(call: string): Pick<Answer, 'content'> {
  const [method, path = ''] = call.replace('/:id', '').split(' ')
  const key = (Object.keys(contentPaths) as ContentKey[]).find((key) => `/api${contentPaths[key]}` === path)
  if (!key || method === 'DELETE') return {}
  const isList = key in itemSchemas
  const itemSchema: z.ZodObject = itemSchemas[key as CollectionKey]
  const singleSchema = isList
    ? // Visitors get no private e-mail.
      (key === 'speakers' && method === 'GET' ? itemSchema.partial({ email: true }) : itemSchema).extend(itemIdentitySchema.shape)
    : (sectionSchemas[key as SectionKey] as z.ZodObject).extend(sectionIdentitySchema.shape)
  const schema = jsonSchema(isList && method === 'GET' ? z.array(singleSchema) : singleSchema, 'output')
  return { content: { 'application/json': { schema } } }
}

/** Leaves out checks that JSON Schema cannot express. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, '~standard': __, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}

function pathParameters(call: string): Parameter[] {
  return [...call.matchAll(/:(\w+)/g)].map(([, name = '']) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
}

const headerSchemas: Record<string, { description: string; schema: JsonSchema }> = {
  'Move-Days': { description: 'true: events on other days move with the date', schema: { type: 'string', enum: ['true'] } },
  'If-Match': { description: 'The version that the request is based on', schema: { type: 'string' } },
  'Idempotency-Key': {
    description: 'A request that is sent again with this key is stored once',
    schema: { type: 'string', format: 'uuid' },
  },
}

const asParameter = (name: string): Parameter => ({ name, in: 'header', required: false, schema: {}, ...headerSchemas[name] })

function queryParameters(schema: z.ZodType): Parameter[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => {
    // A parameter that is a record is sent as one parameter for each key.
    const { additionalProperties } = schema as { additionalProperties?: JsonSchema }
    const isRecord = typeof additionalProperties === 'object'
    const value = isRecord ? additionalProperties : schema
    return { name: isRecord ? `${name}.{id}` : name, in: 'query', required: required.includes(name), schema: value }
  })
}
