import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setCookie } from '../../src/modules/account/cookie.server.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'

// The shop behind real proxies over HTTPS. Debian has both: apt install nginx haproxy.
const has = (program: string): boolean => {
  try {
    execFileSync(program, [program === 'openssl' ? 'version' : '-v'], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    })
    return true
  } catch {
    return false
  }
}
const folder = mkdtempSync(join(tmpdir(), 'safar-proxy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let smuggled = 0
const core = { ...(await testCore()), baseUrl: 'https://localhost' }
const shop = await testApp({
  core,
  trustProxy: 1,
  routes: [
    (app) => {
      app.get('/api/who', { config: { access: 'public' } }, (request) => ({ address: request.ip }))
      app.post('/api/echo', { config: { access: 'public' } }, (request) => ({ body: request.body ?? null }))
      app.get('/api/cookie', { config: { access: 'public' } }, (_request, reply) =>
        reply.header('set-cookie', setCookie(core, { name: 'session', value: 'x' })).send({}),
      )
      app.get('/api/smuggled', { config: { access: 'public' } }, () => ({ count: ++smuggled }))
    },
  ],
})
await shop.app.listen({ port: 0, host: '127.0.0.1' })
const { port: shopPort } = shop.app.server.address() as AddressInfo

const nginxOf = (port: number) => `
daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 1;
events {}
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream shop { server 127.0.0.1:${shopPort}; keepalive 4; }
  server {
    listen 127.0.0.1:${port} ssl; ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
    location / {
      proxy_pass http://shop; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme;
    }
  }
}`
const haproxyOf = (port: number) => `
defaults
  mode http
  timeout connect 5s
  timeout client 10s
  timeout server 10s
  option forwardfor
frontend open
  bind 127.0.0.1:${port} ssl crt ${folder}/both.pem
  default_backend shop
backend shop
  http-reuse always
  server one 127.0.0.1:${shopPort}
`
const proxies = {
  nginx: { config: nginxOf, args: (file: string) => ['-c', file] },
  haproxy: { config: haproxyOf, args: (file: string) => ['-db', '-f', file] },
} as const

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

function makeCertificate(): void {
  const files = ['-keyout', `${folder}/key.pem`, '-out', `${folder}/cert.pem`]
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', ...files]
  execFileSync('openssl', args, { stdio: 'ignore' })
  execFileSync('sh', ['-c', 'cat cert.pem key.pem > both.pem'], { cwd: folder })
}

/** Starts the proxy for the running test; returns its port. */
async function start(name: keyof typeof proxies): Promise<number> {
  makeCertificate()
  const port = await freePort()
  const file = join(folder, `${name}.conf`)
  writeFileSync(file, proxies[name].config(port))
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
  const child = spawn(name, proxies[name].args(file), { stdio: 'ignore', env })
  onTestFinished(() => void child.kill('SIGKILL'))
  await vi.waitFor(() => reachable(port), { timeout: 10_000, interval: 50 })
  return port
}
const reachable = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve()
    })
    socket.on('error', reject)
  })

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }
const get = (port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers, rejectUnauthorized: false, agent: false as const }
    const sent = request(options, (answer) => {
      let text = ''
      answer.on('data', (part) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    sent.on('error', reject)
    sent.end()
  })

/** Sends bytes as they are and returns everything that comes back until the peer is silent. */
const sendRaw = (port: number, bytes: string, isTls: boolean): Promise<string> =>
  new Promise((resolve) => {
    const to = { host: '127.0.0.1', port }
    const socket = isTls ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to)
    let text = ''
    socket.on(isTls ? 'secureConnect' : 'connect', () => socket.write(bytes, 'latin1'))
    socket.on('data', (part) => (text += part.toString('latin1')))
    socket.setTimeout(700, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
  })

const inner = 'GET /api/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
const post = (headers: string, body: string) =>
  `POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`
const chunkedInner = `0\r\n\r\n${inner}`
/** Each hides a second request in the body; a proxy and a server that disagree on its end would run it. */
const attacks: Readonly<Record<string, string>> = {
  'a length and chunks': post(`Content-Length: ${chunkedInner.length}\r\nTransfer-Encoding: chunked`, chunkedInner),
  'chunks and a length': post(`Transfer-Encoding: chunked\r\nContent-Length: ${chunkedInner.length}`, chunkedInner),
  'a space before the colon': post(
    `Content-Length: ${chunkedInner.length}\r\nTransfer-Encoding : chunked`,
    chunkedInner,
  ),
  'an unknown encoding': post(`Content-Length: ${chunkedInner.length}\r\nTransfer-Encoding: xchunked`, chunkedInner),
  'a tab in the encoding': post(`Content-Length: ${chunkedInner.length}\r\nTransfer-Encoding:\tchunked`, chunkedInner),
  'a vertical tab in the encoding': post(
    `Content-Length: ${chunkedInner.length}\r\nTransfer-Encoding: \x0bchunked`,
    chunkedInner,
  ),
  'two encodings': post(
    `Content-Length: ${chunkedInner.length}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity`,
    chunkedInner,
  ),
  'two lengths': post(`Content-Length: 0\r\nContent-Length: ${inner.length}`, inner),
  'a list of lengths': post(`Content-Length: 0, ${inner.length}`, inner),
  'a signed length': post(`Content-Length: +${inner.length}`, inner),
  'a folded header': post(
    `Content-Length: ${chunkedInner.length}\r\nX: y\r\n Transfer-Encoding: chunked`,
    chunkedInner,
  ),
  'a bare line feed': post(`Content-Length: ${chunkedInner.length}\nTransfer-Encoding: chunked`, chunkedInner),
  'a bare carriage return': post(
    `Content-Length: ${chunkedInner.length}\r\nX: a\rTransfer-Encoding: chunked`,
    chunkedInner,
  ),
  'a chunk size that overflows': post('Transfer-Encoding: chunked', `FFFFFFFFFFFFFFFFF0\r\n\r\n${inner}`),
  'a line feed in a chunk extension': post('Transfer-Encoding: chunked', `2;\n{}\r\n0\r\n\r\n`),
}

/**
 * True when a second request ran. Behind a proxy an answer to it that reaches the sender is no attack: the proxy saw two
 * requests too. Without a proxy nothing may run at all.
 */
async function runsHidden(port: number, bytes: string, isTls: boolean): Promise<boolean> {
  const before = smuggled
  const answers = await sendRaw(port, bytes, isTls)
  const known = isTls ? (answers.match(/"count":/g) ?? []).length : 0
  return smuggled - before > known
}

const attack = async (port: number, isTls: boolean) => {
  for (const [name, bytes] of Object.entries(attacks)) {
    expect(await runsHidden(port, bytes, isTls), name).toBe(false)
    // The next visitor's connection gets the answer to their own request.
    const next = await sendRaw(port, 'GET /api/who HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', isTls)
    expect(next, name).toMatch(/"address":/)
    expect(next, name).not.toMatch(/"count":/)
  }
}

test('the shop itself runs no hidden request', { timeout: 60_000 }, async () => {
  const before = smuggled
  await sendRaw(shopPort, `${post('Content-Length: 2', '{}')}${inner}`, false)
  expect(smuggled - before, 'control: a second request that is not hidden runs').toBe(1)
  await attack(shopPort, false)
})

describe.each(['nginx', 'haproxy'] as const)('behind %s', (name) => {
  const run = (title: string, work: (port: number) => Promise<void>) =>
    test(title, { timeout: 60_000 }, async ({ skip }) => {
      skip(!has(name) || !has('openssl'), `${name} or openssl is not installed`)
      await work(await start(name))
    })

  run('cookies are bound to the host, and browsers must use HTTPS', async (port) => {
    const { headers } = await get(port, '/api/cookie')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    expect(headers['set-cookie']).toEqual(['__Host-safar.session=x; Path=/; HttpOnly; Secure; SameSite=Lax'])
  })

  run('a forged X-Forwarded-For does not change the visitor’s address', async (port) => {
    for (const forged of ['203.0.113.7', '203.0.113.7, 198.51.100.1', '127.0.0.1, ::1', 'unknown', '"']) {
      const { text } = await get(port, '/api/who', {
        'x-forwarded-for': forged,
        'x-real-ip': forged,
        forwarded: `for=${forged}`,
      })
      expect(JSON.parse(text), forged).toEqual({ address: '127.0.0.1' })
    }
  })

  run('monitoring is closed to visitors from elsewhere', async (port) => {
    expect((await get(port, '/metrics')).status).toBe(403)
  })

  run('no request hides another one', (port) => attack(port, true))
})
