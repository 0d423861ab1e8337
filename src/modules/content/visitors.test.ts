import { expect, it } from 'vitest'
import { countStatements } from '../../../bench/statement-counter.ts'
import { testCore } from '../../../tests/support/database.ts'
import { anonymous } from '../../platform/core.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import { countVisit, visitorCounter } from './visitors.server.ts'

const core = await testCore()

it('the counter shows 12458 plus the first visits of all nodes [C028]', async () => {
  const [one, other] = [visitorCounter(core), visitorCounter(core)]
  expect(await one.read()).toBe(12_458)
  expect(await one.count()).toBe(12_459)
  expect(await other.count()).toBe(12_460)
  expect(await one.read()).toBe(12_459)
  core.clock.advance(2)
  expect(await one.read()).toBe(12_460)
  await saveSettings(core, { ...anonymous('::1'), role: 'admin' }, { visitor_counter_start: 100 })
  expect(await one.read()).toBe(102)
})

it('concurrent visits are written together, and none is lost', async () => {
  const counter = visitorCounter(core)
  const before = await counter.read()
  const statements = countStatements(core.pool)
  const { result, statements: sent } = await statements.during(() =>
    Promise.all(Array.from({ length: 200 }, () => counter.count())),
  )
  expect(sent.filter(({ text }) => text.includes('visit_counter')).length).toBeLessThanOrEqual(2)
  expect(Math.max(...result)).toBe(before + 200)
  core.clock.advance(2)
  expect(await visitorCounter(core).read()).toBe(before + 200)
})

it('a failed write fails only for its visitors; the next visit counts', async () => {
  let isAway = true
  const db = new Proxy(core.db, {
    get(target, key) {
      if (isAway && key === 'insertInto') throw new Error('connection refused')
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const counter = visitorCounter({ ...core, db })
  const before = await counter.read()
  await expect(counter.count()).rejects.toThrow('connection refused')
  isAway = false
  expect(await counter.count()).toBe(before + 1)
})

it('an address counts once a day', async () => {
  const counter = visitorCounter(core)
  const visit = async (address: string) => (await countVisit(core, counter, address)).visitors
  const first = await visit('203.0.113.9')
  expect(await visit('203.0.113.9')).toBe(first)
  expect(await visit('203.0.113.10')).toBe(first + 1)
  core.clock.advance(24 * 60)
  expect(await visit('203.0.113.9')).toBe(first + 2)
})
