import { beforeAll, describe, expect, test } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { anonymous } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { openDatabase } from '../../platform/db/database.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import { retryMail } from './commands.server.ts'
import { purgeMail, queueMail, seedTemplates, sendQueuedMail } from './index.server.ts'
import { MailFailure, type OutgoingMail } from './port.ts'
import { getMail, listMail, readDelivery } from './queries.server.ts'
import type { MailDeps } from './tables.server.ts'

let core: TestCore
let deps: MailDeps
const sent: OutgoingMail[] = []
let isDown = false
const admin = { ...anonymous('10.0.0.9'), role: 'admin', userId: null, name: 'Asha' } as const

beforeAll(async () => {
  core = await testCore()
  deps = {
    ...core,
    mailer: async () => ({
      send: async (mail) => {
        if (isDown) throw new Error('SMTP: connection refused')
        sent.push(mail)
      },
    }),
    bookingMailFacts: async () => null,
    adminAddress: async () => null,
  }
  await seedTemplates(core.db)
})

const queue = (dedupeKey: string, name = 'Asha', to = 'asha@example.com') =>
  core.db.transaction().execute((trx) =>
    queueMail(trx, core, {
      template: 'booking_confirmation',
      to,
      values: { customer_name: name, booking_reference: 'TH0123456789' },
      dedupeKey,
    }),
  )
const stored = (id: string) =>
  core.db.selectFrom('mail_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('the default templates', () => {
  const read = () =>
    core.db
      .selectFrom('mail_templates')
      .select(['template_name', 'subject', 'version', 'is_active'])
      .where('template_name', 'in', ['reminder', 'cancellation'])
      .orderBy('template_name')
      .execute()

  test('of an earlier version are renewed at the next start, unless staff have edited them', async () => {
    const current = await read()
    const set = (name: string, values: { subject: string; version?: number }) =>
      core.db.updateTable('mail_templates').set(values).where('template_name', '=', name).execute()
    await set('reminder', { subject: 'An earlier text' })
    await set('cancellation', { subject: 'A text of the agency', version: 2 })
    await seedTemplates(core.db)
    expect(await read()).toEqual([
      { ...current[0], subject: 'A text of the agency', version: 2 },
      { ...current[1], subject: current[1]?.subject },
    ])
    await set('cancellation', { subject: current[0]?.subject ?? '', version: 1 })
  })
})

describe('the outbox', () => {
  test('sends a queued mail once, also when its job runs twice [C333]', async () => {
    const id = await queue('event-1')
    await sendQueuedMail(deps, id!)
    await sendQueuedMail(deps, id!)
    expect(sent.filter((mail) => mail.messageId === `<${id}@shop.test>`)).toHaveLength(1)
    expect(await stored(id!)).toMatchObject({ status: 'sent', attempts: 1 })
  })
  test("carries no link, message or line break in a customer's name", async () => {
    const name = 'Your account is closed. Visit https://evil.com/x or call +971 50 123 4567!\r\nBcc: a@evil.com'
    const { subject, html, text } = await stored((await queue('event-name', name)) ?? '')
    for (const part of [subject, html, text]) expect(part).not.toMatch(/evil\.com|971|@evil|Bcc:/)
    expect(text).toContain('Dear Your account is closed. Visit https evil. com x or call')
    const { text: nameless } = await stored((await queue('event-nameless', '://@')) ?? '')
    expect(nameless).toContain('Dear customer,')
  })
  test('stores one mail for each event, also in parallel [A185]', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => queue('event-2')))
    expect(ids.filter(Boolean)).toHaveLength(1)
  })
  test('has no mail of a rolled-back transaction', async () => {
    const doomed = core.db.transaction().execute(async (trx) => {
      await queueMail(trx, core, { template: 'reminder', to: 'a@example.com', values: {}, dedupeKey: 'doomed' })
      throw new Error('rolled back')
    })
    await expect(doomed).rejects.toThrow('rolled back')
    expect(await core.db.selectFrom('mail_messages').select('id').where('dedupe_key', '=', 'doomed').execute()).toEqual(
      [],
    )
  })
  test('retries with the same Message-ID, and shows the failure to staff [C334, A186]', async () => {
    isDown = true
    const id = await queue('event-3')
    await sendQueuedMail(deps, id!)
    const failedOnce = await stored(id!)
    expect(failedOnce).toMatchObject({ status: 'queued', attempts: 1, last_error: 'SMTP: connection refused' })
    expect(failedOnce.next_attempt_at).toEqual(new Date(core.clock().getTime() + 60_000))
    const { items } = await listMail(core, { limit: 10 })
    expect(items.find((mail) => mail.id === id)).toMatchObject({ lastError: 'SMTP: connection refused' })
    isDown = false
    await sendQueuedMail(deps, id!)
    expect(sent.at(-1)?.messageId).toBe(failedOnce.message_id)
    expect(await stored(id!)).toMatchObject({ status: 'sent', attempts: 2 })
  })
  test('fails after the last try, and staff can retry it', async () => {
    isDown = true
    const id = await queue('event-4')
    for (let n = 0; n < 13; n++) await sendQueuedMail(deps, id!)
    expect(await stored(id!)).toMatchObject({ status: 'failed', attempts: 13 })
    isDown = false
    await retryMail(deps, admin, id!)
    await sendQueuedMail(deps, id!)
    expect((await stored(id!)).status).toBe('sent')
    await expect(retryMail(deps, admin, id!)).rejects.toMatchObject({ code: 'mail/not-failed' })
    await expect(retryMail(deps, admin, newId())).rejects.toMatchObject({ code: 'mail/not-found' })
  })
  test('without a mail server a mail stays not sent, and staff can send it once there is one', async () => {
    const id = await queue('unsent-1')
    const toFiles = { ...deps, mailer: async () => ({ way: 'files' as const, send: async () => {} }) }
    await sendQueuedMail(toFiles, id!)
    expect(await stored(id!)).toMatchObject({ status: 'not_sent', sent_at: null, attempts: 1, last_error: null })
    const { items } = await listMail(core, { limit: 10, status: 'not_sent' })
    expect(items).toMatchObject([{ id, canRetry: true, sentAt: null }])
    await retryMail(deps, admin, id!)
    await sendQueuedMail(deps, id!)
    expect((await stored(id!)).status).toBe('sent')
    expect(sent.at(-1)?.messageId).toBe(`<${id}@shop.test>`)
  })
  test('a one-time link that was not sent is not stored, so it cannot be sent later', async () => {
    const id = await core.db.transaction().execute((trx) =>
      queueMail(trx, core, {
        template: 'reset_password',
        to: 'asha@example.com',
        values: { action_url: 'https://shop.test/reset-password?token=secret' },
        dedupeKey: 'one-time-1',
      }),
    )
    await sendQueuedMail({ ...deps, mailer: async () => ({ way: 'files', send: async () => {} }) }, id!)
    expect(JSON.stringify(await stored(id!))).not.toContain('secret')
    await expect(retryMail(deps, admin, id!)).rejects.toMatchObject({ code: 'mail/not-failed' })
  })
  test('mail is failing while the server does not take the newest mail, whatever a bad address says', async () => {
    const fail = (reason: MailFailure['reason']) => async () => ({
      send: () => Promise.reject(new MailFailure(reason)),
    })
    const readAfter = async (mailer: MailDeps['mailer'], key: string) => {
      core.clock.advance(1)
      await sendQueuedMail({ ...deps, mailer }, (await queue(key))!)
      return readDelivery(deps)
    }
    expect(await readAfter(fail('connection'), 'state-1')).toBe('failing')
    expect(await readAfter(deps.mailer, 'state-2')).toBe('working')
    expect(await readAfter(fail('address'), 'state-3')).toBe('working')
    expect(await readDelivery({ ...deps, mailer: async () => ({ way: 'files', send: async () => {} }) })).toBe('none')
  })
  test('sends nothing from an inactive template [A228]', async () => {
    await core.db
      .updateTable('mail_templates')
      .set({ is_active: false })
      .where('template_name', '=', 'booking_confirmation')
      .execute()
    expect(await queue('unsent-1')).toBeNull()
    await core.db
      .updateTable('mail_templates')
      .set({ is_active: true, subject: 'Changed {{booking_reference}}' })
      .where('template_name', '=', 'booking_confirmation')
      .execute()
    expect((await stored((await queue('event-6'))!)).subject).toBe('Changed TH0123456789')
  })
  test('promises to verify a transfer within the hours of the settings [A179]', async () => {
    const write = async (dedupeKey: string) => {
      const mail = { template: 'proof_received', to: 'a@example.com', values: {}, dedupeKey }
      return (await stored((await core.db.transaction().execute((trx) => queueMail(trx, core, mail)))!)).text
    }
    expect(await write('promise-1')).toContain('We verify bank transfers within 24 hours')
    await saveSettings(core, admin, { transfer_verification_hours: 1 })
    expect(await write('promise-2')).toContain('We verify bank transfers within 1 hour and')
    await saveSettings(core, admin, { transfer_verification_hours: 24 })
  })
  test('refuses a list of addresses', async () => {
    expect(await queue('event-7', 'A', 'a@example.com,b@example.com')).toBeNull()
  })
  test('is paged newest first without gaps', async () => {
    const all = new Set<string>()
    let cursor: string | undefined
    do {
      const page = await listMail(core, { limit: 2, cursor })
      for (const mail of page.items) all.add(mail.id)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    const rows = await core.db.selectFrom('mail_messages').select('id').execute()
    expect(all).toEqual(new Set(rows.map((row) => row.id)))
    await expect(listMail(core, { limit: 2, cursor: 'nonsense' })).rejects.toMatchObject({ code: 'list/bad-cursor' })
  })
})

describe('a mail with a one-time link', () => {
  const link = 'http://shop.test/reset?token=works-once'
  const ask = (dedupeKey: string) =>
    core.db.transaction().execute((trx) =>
      queueMail(trx, core, {
        template: 'reset_password',
        to: 'a@example.com',
        values: { action_url: link },
        dedupeKey,
      }),
    )
  test('is sent with the link, shown to staff without it, and stored without it after sending', async () => {
    const id = await ask('reset-1')
    expect((await stored(id!)).html).toContain(link)
    expect(JSON.stringify(await getMail(core, id!))).not.toContain('works-once')
    await sendQueuedMail(deps, id!)
    expect(sent.at(-1)?.text).toContain(link)
    expect(JSON.stringify(await stored(id!))).not.toContain('works-once')
  })
  test('is deleted when it could not be sent for a day', async () => {
    const id = await ask('reset-2')
    await purgeMail(core, 7)
    expect((await stored(id!)).status).toBe('queued')
    core.clock.advance(24 * 60 + 1)
    await purgeMail(core, 7)
    core.clock.advance(-(24 * 60 + 1))
    await expect(stored(id!)).rejects.toThrow('no result')
  })
})

test('a mail is queued on the connection of its transaction', async () => {
  const { db, close } = openDatabase({ ...core.pool.options, max: 1, connectionTimeoutMillis: 300 }, core.log)
  const id = await db
    .transaction()
    .execute((trx) =>
      queueMail(trx, { ...core, db }, { template: 'reminder', to: 'a@example.com', values: {}, dedupeKey: 'one' }),
    )
  await close()
  expect(id).not.toBeNull()
})
