import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { stopListening } from './stop-listening.server.ts'

/** The answer to a visitor whose connection is still in the socket's queue when the shop stops listening. */
async function askedWhile(stop: (server: Server) => unknown): Promise<string> {
  const server = createServer((_request, response) => response.end('booked'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const answer = new Promise<string>((resolve) => {
    const asking = request({ port, host: '127.0.0.1', method: 'POST', agent: false }, (response) =>
      response.setEncoding('utf8').once('data', resolve),
    )
    asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    asking.end()
  })
  // The socket connects in the next tick, which the server cannot notice before the next turn.
  await new Promise((done) => process.nextTick(done))
  await stop(server)
  const response = await answer
  server.closeAllConnections()
  return response
}

test('a request that waits when the shop stops listening is answered', async () => {
  expect(await askedWhile(stopListening)).toBe('booked')
})

test('control: closing at once resets it', async () => {
  expect(await askedWhile((server) => server.close())).toBe('ECONNRESET')
})
