import { beforeEach, expect, test } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { deliverEvents } from '../../platform/jobs/delivery.server.ts'
import { emitEvent } from '../../platform/jobs/events.server.ts'
import type { Subscriptions } from '../../platform/jobs/worker.server.ts'
import { mailOnce, openEventOutbox, seedTemplates } from './index.server.ts'
import type { OutgoingMail } from './port.ts'
import type { MailDeps } from './tables.server.ts'

declare module '../../platform/jobs/events.server.ts' {
  interface Events {
    'test.mailed': { to: readonly string[] }
  }
}

const core: TestCore = await testCore()
await seedTemplates(core.db)
const sent: OutgoingMail[] = []
let refuses: readonly string[] = []
const deps: MailDeps = {
  ...core,
  mailer: async () => ({
    send: async (mail) => {
      if (refuses.includes(mail.to)) throw new Error('SMTP: connection')
      sent.push(mail)
    },
  }),
  bookingMailFacts: async () => null,
  adminAddress: async () => null,
}
beforeEach(async () => {
  sent.length = 0
  refuses = []
  await core.db.deleteFrom('mail_messages').execute()
})

type Options = { readonly template?: string; readonly isCrashing?: boolean; readonly fails?: () => boolean }
async function announce(to: readonly string[], options: Options = {}) {
  const { template = 'booking_confirmation', fails = () => false } = options
  const id = await emitEvent(core.db, 'test.mailed', { to }, core.clock())
  const subscriptionsOf = (own: MailDeps): Subscriptions => ({
    'test.mailed': {
      mail: async ({ payload }) => {
        for (const each of payload.to)
          await mailOnce(own, { template, to: each, values: {}, dedupeKey: `${id}:${each}` })
      },
      other: async () => {
        if (fails()) throw new Error('not today')
      },
    },
  })
  const run = (isCrashing = false) => {
    const jobs = deliverEvents(core, () => {
      const eventOutbox = openEventOutbox(isCrashing ? { ...deps, db: withoutInserts } : deps)
      return { subscriptions: subscriptionsOf({ ...deps, eventOutbox }), finish: eventOutbox.send }
    })
    return jobs['deliver-event']?.({ id }) ?? Promise.resolve()
  }
  return { id, run }
}
/** The process dies after the mails were sent and before they are stored. */
const withoutInserts = new Proxy(core.db, {
  get: (db, key) => {
    if (key === 'insertInto') throw new Error('killed')
    const value: unknown = Reflect.get(db, key)
    return typeof value === 'function' ? value.bind(db) : value
  },
})
const stored = () => core.db.selectFrom('mail_messages').selectAll().orderBy('to_address').execute()
const isDelivered = async (id: string) =>
  (await core.db.selectFrom('events').select('heard_at').where('id', '=', id).executeTakeFirst())?.heard_at !== null
const [asha, ben] = ['asha@example.com', 'ben@example.com']

test('the mails of an event are sent and stored without jobs of their own [C333]', async () => {
  const { id, run } = await announce([asha, ben])
  await run()
  expect(sent.map(({ to }) => to).sort()).toEqual([asha, ben])
  expect((await stored()).map(({ status, attempts }) => [status, attempts])).toEqual([
    ['sent', 1],
    ['sent', 1],
  ])
  expect(await jobsOf(await stored())).toEqual([])
  expect(await isDelivered(id)).toBe(true)
})

test('a crash before they are stored repeats them with the same Message-ID, and none is lost', async () => {
  const { id, run } = await announce([asha, ben])
  await expect(run(true)).rejects.toThrow('killed')
  expect(await isDelivered(id)).toBe(false)
  await run()
  await run()
  expect(sent.filter(({ to }) => to === asha)).toHaveLength(2)
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2)
  expect((await stored()).map(({ message_id }) => message_id).sort()).toEqual(
    [...new Set(sent.map(({ messageId }) => messageId))].sort(),
  )
})

test('another subscriber that fails neither stops nor repeats them', async () => {
  let isBroken = true
  const { run } = await announce([asha], { fails: () => isBroken })
  await expect(run()).rejects.toThrow('not today')
  expect(sent).toHaveLength(1)
  isBroken = false
  await run()
  expect(sent).toHaveLength(1)
})

test('a mail that is stored already is not sent again when a crash comes later', async () => {
  const { id, run } = await announce([asha, ben])
  await run()
  await core.db.updateTable('events').set({ heard_at: null }).where('id', '=', id).execute()
  await run()
  expect(sent).toHaveLength(2)
})

test('a mail that the server refuses waits for its own next try; the others are sent', async () => {
  refuses = [asha]
  const { id, run } = await announce([asha, ben])
  await run()
  expect(sent.map(({ to }) => to)).toEqual([ben])
  const mails = await stored()
  expect(mails.map(({ status, attempts, last_error }) => [status, attempts, last_error])).toEqual([
    ['queued', 1, 'SMTP: connection'],
    ['sent', 1, null],
  ])
  expect(mails[0]?.next_attempt_at?.getTime()).toBeGreaterThan(core.clock().getTime())
  expect(await jobsOf(mails)).toEqual([`send-mail:${mails[0]?.id}`])
  expect(await isDelivered(id)).toBe(true)
})

test('a one-time link is never stored once its mail was sent', async () => {
  const { run } = await announce([asha], { template: 'reset_password' })
  await run()
  expect(sent).toHaveLength(1)
  expect((await stored())[0]?.html).not.toContain('<a')
})

async function jobsOf(mails: readonly { readonly id: string }[]) {
  const keys = mails.map(({ id }) => `send-mail:${id}`)
  const { rows } = await core.pool.query<{ key: string }>('select key from graphile_worker.jobs where key = any($1)', [
    keys,
  ])
  return rows.map(({ key }) => key)
}
