import { describe, expect, it } from 'vitest'
import { type Session, testApp } from '../../tests/support/app.ts'
import { mayEnter, type StaffArea, staffRoles } from '../kernel/staff.ts'
import { declaredProcedures } from './access.server.ts'

const plain: { method: string; url: string; access: string }[] = []
const shop = await testApp()
const withRoutes = await testApp({
  core: shop.core,
  routes: [
    (app) => {
      app.addHook('onRoute', ({ method, url, config }) => {
        for (const one of [method].flat()) plain.push({ method: one, url, access: String(config?.access) })
      })
    },
    ...shop.shop.server.routes,
  ],
})
const customer = await shop.signIn('customer')

/** Fills the path with ids that do not exist. */
const filled = (path: string): string =>
  path
    .replace(/\{[^}]+\}/g, '018f0000-0000-7000-8000-000000000000')
    .replace(/:[A-Za-z]+/g, '018f0000-0000-7000-8000-000000000000')

const roles = ['customer', ...staffRoles] as const
/** The expected status for a visitor and each role, from the table of roles and areas. */
function expected(access: string): (number | 'open')[] {
  if (access === 'public') return ['open', ...roles.map(() => 'open' as const)]
  if (access === 'customer') return [401, ...roles.map(() => 'open' as const)]
  const area = access.replace('staff:', '') as StaffArea
  return [401, ...roles.map((role) => (mayEnter(role, area) ? 'open' : 403))]
}

type Role = (typeof roles)[number]
/** Replaced once a call has succeeded with it, because signing out is one of them. */
const sessions = new Map<Role, Session>()
async function sessionOf(role: Role): Promise<Session> {
  const session = sessions.get(role) ?? (await shop.signIn(role))
  sessions.set(role, session)
  return session
}

async function statuses(method: string, url: string): Promise<(number | 'open')[]> {
  const results: (number | 'open')[] = []
  for (const role of [null, ...roles]) {
    const headers = role ? (await sessionOf(role)).headers : {}
    const { status, text } = await withRoutes.call(`${method} ${url}`, method === 'GET' ? undefined : {}, headers)
    if (role && status < 400) sessions.delete(role)
    const isGate =
      (status === 401 || status === 403) && (method === 'HEAD' || /"account\/(sign-in-needed|not-allowed)"/.test(text))
    results.push(isGate ? status : 'open')
  }
  return results
}

const procedures = declaredProcedures(shop.shop.router)

describe('access to each route', () => {
  it('covers routes of every access level', () => {
    for (const access of ['public', 'customer', 'staff:'])
      expect(procedures.some((procedure) => procedure.access.startsWith(access))).toBe(true)
    expect(plain.length).toBeGreaterThan(5)
  })

  it.each(procedures)('$method /api$path is for $access [C274, A303, A304]', async ({ method, path, access }) => {
    expect(await statuses(method, `/api${filled(path)}`)).toEqual(expected(access))
  })
  it.each(procedures)('/rpc $name is for $access [C274, A303, A304]', async ({ name, access }) => {
    expect(await statuses('POST', `/rpc/${name.replaceAll('.', '/')}`)).toEqual(expected(access))
  })
  it('plain routes: as declared [C274, A303, A304]', async () => {
    for (const { method, url, access } of plain) {
      expect([method, url, ...(await statuses(method, filled(url)))]).toEqual([method, url, ...expected(access)])
    }
  })
})

describe('a repeated query parameter', () => {
  const twice = 'token=a&token=b&q=a&q=b&status=a&status=b'
  it('is refused or ignored by every route, signed in and signed out', async () => {
    const { headers } = await shop.signIn('admin')
    const routes = [...plain, ...procedures.map(({ method, path }) => ({ method, url: `/api${path}` }))]
    for (const { method, url } of routes)
      for (const who of [{}, headers]) {
        if (/sign-out/.test(url)) continue
        const route = `${method} ${filled(url)}?${twice}`
        const { status, text } = await withRoutes.call(route, method === 'GET' ? undefined : {}, who)
        expect([route, status < 500, text]).toEqual([route, true, text])
      }
  })
  it('is named in the error', async () => {
    const { headers } = await shop.signIn('admin')
    const answer = await withRoutes.call(`GET /api/admin/bookings.csv?${twice}`, undefined, headers)
    expect(answer.status).toBe(400)
    const problem = answer.json() as { errors: { path: string; message: string }[] }
    expect(problem).toMatchObject({ code: 'request/malformed' })
    expect(problem.errors[0]).toEqual({ path: 'token', message: 'Give this once' })
  })
})

describe('an admin route in another spelling', () => {
  const adminRoutes = procedures.filter(({ access, method }) => access.startsWith('staff:') && method === 'GET')
  it.each([
    ['//', (path: string) => `/api/${path}`],
    ['a slash at the end', (path: string) => `/api${path}/`],
    ['%61dmin', (path: string) => `/api${path.replace('admin', '%61dmin')}`],
    ['admin%2F', (path: string) => `/api${path.replace('admin/', 'admin%2F')}`],
    ['upper case', (path: string) => `/api${path.replace('admin', 'ADMIN')}`],
    ['dots', (path: string) => `/api/x/..${path}`],
  ])('with %s is closed to customers', async (_name, spell) => {
    for (const { path } of adminRoutes) {
      const { status } = await withRoutes.call(`GET ${spell(filled(path))}`, undefined, customer.headers)
      expect([401, 403, 404]).toContain(status)
    }
  })
  it('with HEAD is closed to customers', async () => {
    for (const { path } of adminRoutes) {
      const { status } = await withRoutes.call(`HEAD /api${filled(path)}`, undefined, customer.headers)
      expect([401, 403, 404]).toContain(status)
    }
  })
})

type PlainOperation = {
  summary?: string
  parameters: object[]
  requestBody?: { content: Record<string, { schema: { required?: string[]; properties?: object } }> }
  responses: Record<string, { content?: object }>
}

describe('the API description', () => {
  it('lists every operation with its access', async () => {
    const { paths } = (await shop.call('GET /api/openapi.json')).json() as {
      paths: Record<string, Record<string, { 'x-access': string }>>
    }
    for (const { path, method, access } of procedures) {
      expect([path, paths[path]?.[method.toLowerCase()]?.['x-access']]).toEqual([path, access])
    }
    expect(paths['/auth/sign-in/email']?.post?.['x-access']).toBe('public')
    expect(paths['/admin/files/{fileId}']?.get?.['x-access']).toBe('staff:bookings')
  })
  it('describes the input and output of plain routes', async () => {
    const { paths } = (await shop.call('GET /api/openapi.json')).json() as {
      paths: Record<string, Record<string, PlainOperation>>
    }
    const of = (path: string, method: string): PlainOperation => paths[path]?.[method] ?? expect.fail(path)
    const described = procedures.map(({ path, method }) => `${method} ${path}`)
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { summary }] of Object.entries(methods)) {
        const isPlain = !described.includes(`${method.toUpperCase()} ${path}`)
        if (isPlain) expect([method, path, summary]).toEqual([method, path, expect.stringMatching(/\w{3}/)])
      }
    const signIn = of('/auth/sign-in/email', 'post')
    expect(signIn.requestBody?.content['application/json']?.schema.required).toEqual(['email', 'password'])
    const upload = of('/bookings/{bookingId}/documents', 'post')
    const fields = upload.requestBody?.content['multipart/form-data']?.schema.properties
    expect(Object.keys(fields ?? {})).toEqual(['token', 'name', 'traveler_id', 'file'])
    expect(Object.keys(upload.responses)).toEqual(['201', 'default'])
    const departure = of('/admin/departure.csv', 'get')
    expect(departure.parameters).toMatchObject([
      { name: 'service_id', in: 'query', required: true },
      { name: 'date', in: 'query', required: true },
      { name: 'time', in: 'query', required: false },
    ])
    expect(Object.keys(departure.responses['200']?.content ?? {})).toEqual(['text/csv'])
    expect(of('/document-uploads', 'delete').responses['204']).toEqual({ description: 'OK' })
    expect(of('/payments/{attemptId}/return', 'get').responses['303']?.content).toBeUndefined()
  })
  it('is a page without scripts', async () => {
    const page = await shop.call('GET /api/docs')
    expect(page.status).toBe(200)
    expect(page.text).toContain('/api/admin/bookings')
    expect(page.text).not.toContain('<script')
  })
})
