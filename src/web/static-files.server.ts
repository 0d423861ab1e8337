import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

// Sent while load is shed too: a page that was answered would be useless without its styles and scripts.
const config = { access: 'public', sessionless: true, pressureHandler: () => undefined } as const
/** File names in /assets contain a content hash; pictures and fonts rarely change. */
const foreverSeconds = 31_536_000
const longSeconds = 30 * 86_400

const ofPages = { ...config, files: true } as const

/** A worker has a policy of its own: this one may only fetch pages from our own server. */
const worker = 'service-worker.js'
const workerHeaders = { 'content-security-policy': "default-src 'none'; connect-src 'self'" }

/**
 * Serves the build's files for browsers, with precompressed variants (.br, .gz). Routes come from the folder's top
 * level, so a page's URL is never looked up on disk.
 */
export async function serveBuiltFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true, dotfiles: 'deny', index: false })
  const send = (reply: FastifyReply, file: string, seconds: number): FastifyReply =>
    reply.sendFile(file, root, {
      maxAge: seconds * 1000,
      immutable: seconds === foreverSeconds,
      // The ETag is enough to revalidate a file.
      lastModified: false,
    })
  for (const entry of existsSync(root) ? readdirSync(root, { withFileTypes: true }) : []) {
    if (entry.name.startsWith('.') || /\.(br|gz|html)$/.test(entry.name)) continue
    const seconds = entry.name === 'assets' ? foreverSeconds : entry.isDirectory() ? longSeconds : 86_400
    if (entry.isDirectory()) {
      app.get<{ Params: { '*': string } }>(`/${entry.name}/*`, { config: ofPages }, (request, reply) =>
        send(reply, path.posix.join(entry.name, request.params['*']), seconds),
      )
    } else if (entry.name === worker) {
      app.get(`/${worker}`, { config }, (_request, reply) => send(reply.headers(workerHeaders), worker, seconds))
    } else {
      app.get(`/${entry.name}`, { config: ofPages }, (_request, reply) => send(reply, entry.name, seconds))
    }
  }
}
