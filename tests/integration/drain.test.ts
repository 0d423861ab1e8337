import { Agent, request } from 'node:http'
import { afterAll, expect, test, vi } from 'vitest'
import { dataFolder, endAll, startShop } from '../process/shop.ts'

// Starting takes a second on an idle machine, and many on a busy one.
vi.setConfig({ testTimeout: 180_000 })
afterAll(endAll)

type Counts = { answered: number; closed: number; resets: string[] }

/**
 * A client with one keep-alive connection that sends its next request as soon as the last one is answered. It leaves
 * when the shop asks it to close the connection, like a load balancer with another node.
 */
async function keepAsking(url: string, counts: Counts): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (;;) {
    const outcome = await askOnce(url, agent)
    if (outcome === 'answered') counts.answered++
    else {
      if (outcome === 'closed') counts.closed++
      else counts.resets.push(outcome)
      return agent.destroy()
    }
  }
}

/** 'answered', 'closed' when the answer asked to close the connection, else the error. */
const askOnce = (url: string, agent: Agent): Promise<string> =>
  new Promise((resolve) => {
    const sent = request(`${url}/api/services/tour`, { agent }, (answer) => {
      answer.resume()
      answer.once('error', ({ message }) => resolve(`in the answer: ${message}`))
      answer.once('end', () => resolve(answer.headers.connection === 'close' ? 'closed' : 'answered'))
    })
    sent.once('error', ({ message }) => resolve(`${sent.reusedSocket ? 'reused' : 'new'} connection: ${message}`))
    sent.end()
  })

async function stopUnderLoad(imports: readonly string[]): Promise<Counts> {
  const shop = startShop({ DATA_DIR: dataFolder(), SEED: 'none' }, imports)
  const url = await shop.listening
  const counts: Counts = { answered: 0, closed: 0, resets: [] }
  const clients = Promise.all(Array.from({ length: 24 }, () => keepAsking(url, counts)))
  await expect.poll(() => counts.answered, { timeout: 60_000 }).toBeGreaterThan(200)
  expect([counts.closed, counts.resets]).toEqual([0, []])
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
  await clients
  return counts
}

test('a stopping shop resets no connection of busy keep-alive clients', async () => {
  expect(await stopUnderLoad([])).toMatchObject({ closed: 24, resets: [] })
})

test('control: without the header that closes connections they are reset', async () => {
  const counts = await stopUnderLoad(['./tests/process/keeps-connections.ts'])
  expect(counts.resets.length).toBeGreaterThan(0)
})
