import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Core } from '../platform/core.server.ts'

/**
 * After a change, the browser that made it reads the primary for a few seconds, on every node: the replica may not have
 * the change yet. A cookie that expires by itself marks the browser.
 */
const mark = 'safar.wrote=1'
/** Longer than the replica may lag. */
const seconds = 3

export function markWrites(app: FastifyInstance, { reads, baseUrl }: Pick<Core, 'reads' | 'baseUrl'>): void {
  if (!reads.hasReplica) return
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  app.addHook('onSend', async ({ method }, reply) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return
    reply.header('set-cookie', `${mark}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`)
  })
}

export const hasJustWritten = ({ cookie }: FastifyRequest['headers']): boolean =>
  cookie?.split(/;\s*/).includes(mark) ?? false
