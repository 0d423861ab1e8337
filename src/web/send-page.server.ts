import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressOnce, type Encoding, pickEncoding, type Rendered } from './page-cache.server.ts'

/** A page for this visitor only. */
export async function sendOnce(request: FastifyRequest, reply: FastifyReply, page: Rendered): Promise<FastifyReply> {
  reply.code(page.status).header('cache-control', 'private, no-store').headers(page.headers)
  if (page.html === '') return reply.send()
  const encoding = pickEncoding(request.headers['accept-encoding'])
  return sendBytes(request, reply, { [encoding]: await compressOnce(page.html, encoding) })
}

export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Readonly<Partial<Record<Encoding, Buffer>>>,
): FastifyReply {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(body[encoding])
}
