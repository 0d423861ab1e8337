import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const config = { access: 'public', sessionless: true } as const
/** Names in /assets hold a hash of the content; pictures and fonts keep theirs and change rarely. */
const foreverSeconds = 31_536_000
const longSeconds = 30 * 86_400

/** What the worker itself may do: ask our own server for pages. */
const workerHeaders = { 'content-security-policy': "default-src 'none'; connect-src 'self'" }

/**
 * What the build wrote for browsers, compressed files (.br, .gz) beside it. Routes are drawn from the folder's top
 * level, so that a page's address can never be looked up on the disk.
 */
export async function serveBuiltFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, dotfiles: 'deny', index: false })
  const send = (reply: FastifyReply, file: string, seconds: number): FastifyReply =>
    reply.sendFile(file, root, { maxAge: seconds * 1000, immutable: seconds === foreverSeconds })
  for (const entry of existsSync(root) ? readdirSync(root, { withFileTypes: true }) : []) {
    if (entry.name.startsWith('.') || /\.(br|gz|html)$/.test(entry.name)) continue
    const seconds = entry.name === 'assets' ? foreverSeconds : entry.isDirectory() ? longSeconds : 86_400
    if (entry.isDirectory()) {
      app.get<{ Params: { '*': string } }>(`/${entry.name}/*`, { config }, (request, reply) =>
        send(reply, path.posix.join(entry.name, request.params['*']), seconds),
      )
    } else {
      const headers = entry.name === 'service-worker.js' ? workerHeaders : {}
      app.get(`/${entry.name}`, { config }, (_request, reply) => send(reply.headers(headers), entry.name, seconds))
    }
  }
}
