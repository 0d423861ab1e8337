import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { selfSigned } from '../../tests/support/certificate.ts'
import { readCertificate, watchCertificate } from './certificate.server.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
async function portWith(expires: Date): Promise<number> {
  const server = createServer(selfSigned('shop.example', expires), (socket) => socket.on('error', () => {}))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

describe('the certificate at an address', () => {
  it.each([
    ['is valid', '2048-02-03T04:05:06Z'],
    ['has expired', '2020-02-03T04:05:06Z'],
  ])('is read when it %s, whoever has signed it', async (_what, text) => {
    const expires = new Date(text)
    const port = await portWith(expires)
    for (const host of ['localhost', '127.0.0.1'])
      expect(await readCertificate(`https://${host}:${port}`)).toEqual(expires)
  })

  it('is unknown when nothing answers', async () => {
    const port = await portWith(new Date('2048-01-01'))
    await new Promise((resolve) => servers.pop()?.close(resolve))
    await expect(readCertificate(`https://127.0.0.1:${port}`)).rejects.toThrow('ECONNREFUSED')
  })

  it('is what the metrics get', async () => {
    const expires = new Date('2048-02-03T04:05:06Z')
    const read = watchCertificate(`https://127.0.0.1:${await portWith(expires)}`)
    expect(read()).toBeNull()
    await vi.waitFor(() => expect(read()).toEqual(expires))
  })
})
