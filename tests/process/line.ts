import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'

/** A proxy to the tests' database that can be cut and restored, or go silent and pass everything on later. */
export type Line = {
  /** The database URL through this proxy. */
  readonly url: string
  /** Closes all connections and refuses new ones. */
  readonly cut: () => Promise<void>
  readonly mend: () => Promise<void>
  /** Accepts connections and data, but forwards nothing. */
  readonly swallow: () => void
  readonly giveBack: () => void
  readonly end: () => Promise<void>
}

export async function lineTo(connection: pg.ClientConfig, database: string): Promise<Line> {
  const { socket, login } = targetOf(connection)
  const open = new Set<Socket>()
  const ways = new Set<readonly [from: Socket, to: Socket]>()
  let isMute = false
  const server = createServer((near) => {
    const far = typeof socket === 'string' ? connect(socket) : connect(socket.port, socket.host)
    for (const way of [
      [near, far],
      [far, near],
    ] as const) {
      const [one, other] = way
      ways.add(way)
      open.add(one)
      one.on('error', () => other.destroy())
      one.once('close', () => {
        open.delete(one)
        ways.delete(way)
        other.destroy()
      })
      if (!isMute) one.pipe(other)
    }
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const each of open) each.destroy()
    await closed
  }
  return {
    url: `postgres://${login}@127.0.0.1:${port}/${database}`,
    cut,
    mend: () => listen(port),
    swallow: () => {
      isMute = true
      for (const [one, other] of ways) one.unpipe(other).pause()
    },
    giveBack: () => {
      isMute = false
      for (const [one, other] of ways) one.pipe(other)
    },
    end: async () => {
      if (server.listening) await cut()
    },
  }
}

function targetOf(connection: pg.ClientConfig): { socket: string | { host: string; port: number }; login: string } {
  const url = connection.connectionString ? new URL(connection.connectionString) : null
  const host = url?.hostname ?? connection.host ?? 'localhost'
  const port = Number(url?.port || connection.port || 5432)
  const user = url ? url.username : encodeURIComponent(connection.user ?? 'postgres')
  const password = url ? url.password : encodeURIComponent(String(connection.password ?? ''))
  const login = password ? `${user}:${password}` : user
  return { login, socket: host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : { host, port } }
}
