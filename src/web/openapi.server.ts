import { OpenAPIGenerator } from '@orpc/openapi'
import type { AnyRouter } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { FastifyInstance, RouteOptions } from 'fastify'
import * as z from 'zod'
import type { Access } from '../kernel/contract.ts'
import { escapeHtml } from '../kernel/html.ts'
import { say } from '../platform/messages.server.ts'
import type { DeclaredProcedure } from './access.server.ts'
import { refusalCodes, statusOf } from './refusal-codes.ts'
import { sentenceOf } from './refusals.ts'

type Operation = Record<string, unknown> & { summary?: string; responses?: Record<string, unknown> }
type Description = Record<string, unknown> & { paths: Record<string, Record<string, Operation>> }
type ApiDescription = Readonly<{ router: AnyRouter; procedures: readonly DeclaredProcedure[]; baseUrl: string }>

const named: Readonly<Record<string, string>> = { public: 'Anybody', customer: 'A signed-in user' }
const callersOf = (access: Access): string => named[access] ?? `Staff whose role opens ${access.slice('staff:'.length)}`

/** /api/openapi.json and /api/docs. Returns the onRoute hook that adds the rooms' plain routes to the description. */
export function registerOpenApi(app: FastifyInstance, api: ApiDescription): (route: RouteOptions) => void {
  const plainRoutes: RouteOptions[] = []
  let made: Promise<Description> | undefined
  const description = (): Promise<Description> => {
    made ??= describe(api, plainRoutes)
    return made
  }
  const config = { access: 'public', sessionless: true } as const
  app.get('/api/openapi.json', { config }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await description()),
  )
  app.get('/api/docs', { config }, async (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(docsPage(await description())),
  )
  return (route) => {
    if (route.url.startsWith('/api/') && route.method !== 'HEAD') plainRoutes.push(route)
  }
}

async function describe(api: ApiDescription, plainRoutes: readonly RouteOptions[]): Promise<Description> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const made = (await generator.generate(api.router, {
    info: {
      title: 'Safar API',
      version: '1',
      description:
        'Errors are application/problem+json (RFC 9457). Writes accept Idempotency-Key. ' +
        'x-access says who may call: public, customer (signed in) or staff:AREA (a role that opens it). The session is a cookie, made by POST /api/auth/sign-in/email.',
    },
    servers: [{ url: `${api.baseUrl}/api` }],
    components: { schemas: { Problem: problemSchema as never }, securitySchemes: { session: sessionScheme } },
  })) as unknown as Description
  for (const { access, method, path } of api.procedures) {
    const operation = made.paths[path]?.[method.toLowerCase()]
    if (operation) declare(operation, access)
  }
  for (const route of plainRoutes) addPlainRoute(made, route)
  return made
}

const sessionScheme = { type: 'apiKey', in: 'cookie', name: 'safar.session' } as const
const problemSchema = {
  type: 'object',
  required: ['type', 'status', 'code', 'title'],
  properties: {
    type: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: refusalCodes },
    title: { type: 'string', description: 'The sentence that the screen shows' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    facts: { type: 'object' },
  },
}

function declare(operation: Operation, access: Access): void {
  operation['x-access'] = access
  operation.description = `${callersOf(access)} may call.`
  if (access !== 'public') operation.security = [{ session: [] }]
  operation.responses = {
    ...operation.responses,
    default: {
      description: 'A refusal',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  }
}

function addPlainRoute(made: Description, route: RouteOptions): void {
  const path = route.url.slice('/api'.length).replace(/:([A-Za-z]+)(\([^)]*\))?/g, '{$1}')
  const names = [...path.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name]) => name)
  for (const method of [route.method].flat()) {
    if (method === 'HEAD') continue
    const operation: Operation = {
      operationId: `${method.toLowerCase()} ${path}`,
      summary: route.config?.summary ?? '',
      tags: [route.config?.access ?? ''],
      parameters: [
        ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...queryOf(route),
      ],
      ...bodyOf(route),
      responses: answerOf(route),
    }
    declare(operation, route.config?.access ?? 'staff:staff')
    made.paths[path] = { ...made.paths[path], [method.toLowerCase()]: operation }
  }
}

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] }
const schemaOf = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return described as JsonSchema
}

function queryOf({ config }: RouteOptions): object[] {
  const { properties = {}, required = [] } = config?.query ? schemaOf(config.query) : {}
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function bodyOf({ config }: RouteOptions): object {
  if (config?.body) return { requestBody: { required: true, content: json(schemaOf(config.body)) } }
  if (!config?.uploads) return {}
  const fields = config.uploads.map((name) => [name, { type: 'string' }])
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const schema = { type: 'object', properties: { ...Object.fromEntries(fields), file }, required: ['file'] }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

function answerOf({ config }: RouteOptions): Record<string, unknown> {
  const { status = 200, types } = config?.answers ?? {}
  const content = types ? Object.fromEntries(types.map((type) => [type, {}])) : json({ type: 'object' })
  const hasBody = types === undefined || types.length > 0
  return { [status]: { description: status < 300 ? 'OK' : 'Leads on', ...(hasBody && { content }) } }
}
const json = (schema: object) => ({ 'application/json': { schema } })

/** A page without scripts: every operation with its access, and every refusal. */
function docsPage(made: Description): string {
  const operations = Object.entries(made.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const rows = operations
    .sort((a, b) => a.path.localeCompare(b.path))
    .map(
      ({ path, method, operation }) =>
        `<tr><td><code>${method}</code><td><code>/api${escapeHtml(path)}</code>` +
        `<td>${escapeHtml(operation.summary ?? '')}<td>${callersOf(operation['x-access'] as Access)}`,
    )
  const refusals = [...refusalCodes]
    .sort()
    .map(
      (code) =>
        `<tr id="${code}"><td><code>${code}</code><td>${statusOf(code)}<td>${escapeHtml(say(sentenceOf(code, { retryAfter: 60 })))}`,
    )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Safar API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:.4rem .6rem;text-align:start;vertical-align:top}
:target{background:#fff3c4}</style></head><body><h1>Safar API</h1>
<p>The full description is <a href="/api/openapi.json">openapi.json</a>.</p>
<h2>Operations</h2><table><thead><tr><th>Method<th>Address<th>What<th>Who may call</thead><tbody>${rows.join('\n')}</tbody></table>
<h2>Refusals</h2><table><thead><tr><th>Code<th>Status<th>Sentence</thead><tbody>${refusals.join('\n')}</tbody></table>
</body></html>`
}
