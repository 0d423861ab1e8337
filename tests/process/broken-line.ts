import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What happens to a request: nothing is passed on any more, the connection is reset, or the answer never arrives. */
export type LineFault = 'silent' | 'reset' | 'answer lost'
/** A proxy to an HTTP service that breaks requests. */
export type BrokenLine = {
  readonly url: string
  /** Breaks the next `times` requests whose head matches. */
  readonly breakAt: (head: RegExp, fault: LineFault, times: number) => void
  readonly mend: () => void
  /** The requests that were broken. */
  readonly broken: () => number
  readonly end: () => Promise<void>
}

export async function brokenLineTo(endpoint: string): Promise<BrokenLine> {
  const { hostname, port } = new URL(endpoint)
  const open = new Set<Socket>()
  let plan: { head: RegExp; fault: LineFault; times: number } | null = null
  let broken = 0
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let fault: LineFault | null = null
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.once('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    near.on('data', (part) => {
      if (plan && plan.times > 0 && plan.head.test(part.toString('latin1'))) {
        plan.times--
        broken++
        fault = plan.fault
      }
      if (fault === 'silent') return
      far.write(part)
      // The head has gone, and as much of the body as came with it.
      if (fault === 'reset') near.resetAndDestroy()
    })
    far.on('data', (part) => {
      if (fault === 'answer lost') near.resetAndDestroy()
      else if (fault === null) near.write(part)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakAt: (head, fault, times) => {
      plan = { head, fault, times }
    },
    mend: () => {
      plan = null
    },
    broken: () => broken,
    end: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const each of open) each.destroy()
      await closed
    },
  }
}
