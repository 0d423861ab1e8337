import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressOnce, type Encoding, type PackedText, pickEncoding } from './packed-text.server.ts'
import type { Rendered } from './page-cache.server.ts'

/** A page for this visitor only. */
export async function sendOnce(request: FastifyRequest, reply: FastifyReply, page: Rendered): Promise<FastifyReply> {
  reply.code(page.status).header('cache-control', 'private, no-store').headers(page.headers)
  if (page.html === '') return reply.send()
  return send(request, reply, (encoding) => compressOnce(page.html, encoding))
}

export const sendPage = (request: FastifyRequest, reply: FastifyReply, text: PackedText): Promise<FastifyReply> =>
  send(request, reply, text.in)

async function send(request: FastifyRequest, reply: FastifyReply, pack: PackedText['in']): Promise<FastifyReply> {
  const encoding: Encoding = pickEncoding(request.headers['accept-encoding'])
  const bytes = await pack(encoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(bytes)
}
