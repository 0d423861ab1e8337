// The baseline for responses: the same HTTP server with the same settings, which only sends a constant buffer of the
// size in its path. Prints its address.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

const app = Fastify({
  trustProxy: true,
  requestTimeout: 120_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
  forceCloseConnections: 'idle',
})
const buffers = new Map<string, Buffer>()
app.get<{ Params: { bytes: string } }>('/:bytes', (request, reply) => {
  const { bytes } = request.params
  const known = buffers.get(bytes) ?? randomBytes(Number(bytes))
  buffers.set(bytes, known)
  return reply.type('application/octet-stream').send(known)
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`ready http://localhost:${(app.server.address() as AddressInfo).port}\n`)
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
