import { describe, expect, it, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { barrier } from '../../../../tests/support/barrier.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import { addService, book } from '../../booking/testing/fixtures.ts'
import type { CustomerView, MergeCandidate, MergePreview } from '../contract.ts'

const shop = await testApp({ trustProxy: 1 })
const { core, call } = shop
const tour = await addService(core, 'tour')
const support = await shop.signIn('support')

const sweep = () => shop.shop.jobs['record-customers']?.({})
async function sell(customer_email: string, customer_phone: string, more: object = {}) {
  const made = await book(core, tour, { customer_email, customer_phone, ...more })
  await sweep()
  return made
}
const send = (route: string, body?: object) => call(route, body, support.headers)
async function done<T>(route: string, body?: object): Promise<T> {
  const answer = await send(route, body)
  expect(answer.status, `${route} ${answer.text}`).toBe(200)
  return answer.json() as T
}
const recordOf = async (q: string): Promise<CustomerView> => {
  const { items } = await done<{ items: CustomerView[] }>(`GET /api/admin/customers?q=${encodeURIComponent(q)}`)
  return read(items[0]?.id ?? expect.fail(q))
}
const read = (id: string) => done<CustomerView>(`GET /api/admin/customers/${id}`)
const bodyOf = (kept: CustomerView, other: CustomerView, take: string[] = []) => ({
  ...{ version: kept.version, other_id: other.id, other_version: other.version, take },
})
const mergeRoute = (kept: CustomerView) => `POST /api/admin/customers/${kept.id}/merges`
const separate = (kept: CustomerView, other: CustomerView) =>
  send(`DELETE /api/admin/customers/${kept.id}/merges/${other.id}`, {})
const due = { due_on: '2026-12-01', assignee_id: null }
const stateOf = async (id: string) => ({
  record: await core.db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirst(),
  contacts: await core.db
    .selectFrom('customer_contacts')
    .select(['kind', 'value'])
    .where('customer_id', '=', id)
    .orderBy('value')
    .execute(),
})
let people = 0
/** Two records of one person, each with a booking, a note and a task. */
async function twins() {
  const n = ++people
  const letter = String.fromCodePoint(96 + n)
  await sell(`omar${n}@example.com`, `+9715010000${10 + n}`, { customer_name: `Omar Saleh${letter}` })
  const work = `o.saleh${n}@work.example`
  await sell(work, `+9715020000${10 + n}`, { customer_name: `O. Saleh${letter}` })
  await core.db.updateTable('customers').set({ language: 'Arabic' }).where('email', '=', work).execute()
  const [kept, other] = [await recordOf(`omar${n}@example.com`), await recordOf(`o.saleh${n}@work.example`)]
  for (const { id } of [kept, other]) {
    await done(`POST /api/admin/customers/${id}/notes`, { text: `Note of ${id}` })
    await done('POST /api/admin/tasks', { customer_id: id, text: `Task of ${id}`, ...due })
  }
  return { kept, other, n }
}
const tasksOf = async (id: string) =>
  (await done<{ items: { text: string }[] }>(`GET /api/admin/tasks?customer_id=${id}`)).items.map(({ text }) => text)

describe('merging two customers', () => {
  it('shows what moves before, moves it, and is on record', async () => {
    const { kept, other, n } = await twins()
    const route = `GET /api/admin/customers/${kept.id}/merge-preview/${other.id}`
    const preview = await done<MergePreview>(route)
    expect(preview).toMatchObject({ kept: { id: kept.id }, other: { id: other.id, version: other.version } })
    expect(preview.moves).toEqual({
      ...{ bookings: 1, messages: 0, tasks: 1, notes: 1, wishes: 0, account: false },
      ...{ emails: [`o.saleh${n}@work.example`], phones: [`+9715020000${10 + n}`] },
    })
    const merged = await done<CustomerView>(mergeRoute(kept), bodyOf(kept, other, ['email']))
    expect(merged).toMatchObject({
      ...{ id: kept.id, name: kept.name, email: `o.saleh${n}@work.example`, phone: kept.phone, bookings: 2 },
      merges: [{ id: other.id, name: other.name, by: 'Test support' }],
    })
    expect([merged.emails.length, merged.phones.length, merged.notes.length]).toEqual([2, 2, 2])
    expect((await tasksOf(kept.id)).sort()).toEqual([kept, other].map(({ id }) => `Task of ${id}`).sort())
    expect((await recordOf(`o.saleh${n}@work.example`)).id).toBe(kept.id)
    const entry = await core.db
      .selectFrom('audit_entries')
      .select(['actor_name', 'before', 'after'])
      .where('action', '=', 'customer.merged')
      .where('subject_id', '=', kept.id)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      before: { email: kept.email, merged_customer: { name: other.name } },
      after: { email: `o.saleh${n}@work.example`, notes_moved: 1, tasks_moved: 1 },
    })
  })

  it('is undone completely, except for what was added since', async () => {
    const { kept, other, n } = await twins()
    const before = [await stateOf(kept.id), await stateOf(other.id)]
    await done(mergeRoute(kept), bodyOf(kept, other, ['name', 'email', 'phone']))
    await done(`POST /api/admin/customers/${kept.id}/notes`, { text: 'Since the merge' })
    const answer = await separate(kept, other)
    expect(answer.status, answer.text).toBe(200)
    const after = [await stateOf(kept.id), await stateOf(other.id)]
    const facts = ({ record, contacts }: (typeof before)[number]) => {
      const { version: _version, updated_at: _at, ...rest } = record ?? expect.fail('no record')
      return { rest, contacts }
    }
    expect(after.map(facts)).toEqual(before.map(facts))
    expect((await read(kept.id)).notes.map(({ text }) => text)).toEqual(['Since the merge', `Note of ${kept.id}`])
    const back = await read(other.id)
    expect([back.id, back.bookings, back.notes.length]).toEqual([other.id, 1, 1])
    expect(await tasksOf(other.id)).toEqual([`Task of ${other.id}`])
    expect(await tasksOf(kept.id)).toEqual([`Task of ${kept.id}`])
    const again = await separate(kept, other)
    expect([again.status, again.json().code]).toEqual([404, 'customer/no-merge'])
    await sweep()
    expect((await recordOf(`o.saleh${n}@work.example`)).id).toBe(other.id)
  })

  it('keeps what staff changed since when it is undone', async () => {
    const { kept, other } = await twins()
    const merged = await done<CustomerView>(mergeRoute(kept), bodyOf(kept, other))
    const { name, email, phone, version } = merged
    const change = { name: 'Changed Name', email: email ?? '', phone: phone ?? '', language: 'Urdu', tags: ['VIP'] }
    await done(`PUT /api/admin/customers/${kept.id}`, { ...change, version, marketing: 'unknown' })
    await separate(kept, other)
    expect(await read(kept.id)).toMatchObject({ name: 'Changed Name', language: 'Urdu', tags: ['VIP'] })
    expect(name).toBe(kept.name)
    expect(await read(other.id)).toMatchObject({ language: 'Arabic', tags: [] })
  })

  it('leads the old address to the record, also after two merges', async () => {
    const { kept, other } = await twins()
    const next = await twins()
    await done(mergeRoute(kept), bodyOf(kept, other))
    await done(mergeRoute(next.kept), bodyOf(next.kept, await read(kept.id)))
    expect((await read(other.id)).id).toBe(next.kept.id)
    expect((await separate(kept, other)).json().code).toBe('customer/not-found')
    await separate(next.kept, kept)
    expect((await read(other.id)).id).toBe(kept.id)
    expect((await separate(kept, other)).status).toBe(200)
  })

  it('is refused with itself, with strangers, after a change and with two accounts', async () => {
    const { kept, other } = await twins()
    const tried = async (body: object) => {
      const { status, json } = await send(mergeRoute(kept), body)
      return [status, json().code]
    }
    expect(await tried(bodyOf(kept, kept))).toEqual([422, 'customer/same-record'])
    const nobody = { ...other, id: '0198c000-0000-7000-8000-00000000000f' }
    expect(await tried(bodyOf(kept, nobody))).toEqual([404, 'customer/not-found'])
    expect(await tried(bodyOf(kept, { ...other, version: 9 }))).toEqual([409, 'customer/changed'])
    expect(await tried(bodyOf({ ...kept, version: 9 }, other))).toEqual([409, 'customer/changed'])
    expect(await tried(bodyOf(kept, other, ['id']))).toEqual([422, 'request/invalid'])
    for (const { id, email } of [kept, other]) {
      const account = { id: `user-of-${id}`, name: 'O', email: email ?? '', email_verified: true }
      await core.db.insertInto('users').values(account).execute()
      await core.db.updateTable('customers').set({ user_id: account.id }).where('id', '=', id).execute()
    }
    const both = await send(mergeRoute(kept), bodyOf(kept, other))
    expect([both.status, both.json().code]).toEqual([409, 'customer/two-accounts'])
    expect(both.text).toContain(kept.name)
    expect((await stateOf(other.id)).record?.version).toBe(other.version)
  })

  it('takes the account along, and gives it back', async () => {
    const { kept, other } = await twins()
    const userId = `account-of-${other.id}`
    await core.db
      .insertInto('users')
      .values({ id: userId, name: 'O', email: other.email ?? '', email_verified: true })
      .execute()
    await core.db.updateTable('customers').set({ user_id: userId }).where('id', '=', other.id).execute()
    expect(await done(mergeRoute(kept), bodyOf(kept, other))).toMatchObject({ has_account: true })
    await sweep()
    expect((await recordOf(other.email ?? '')).id).toBe(kept.id)
    await separate(kept, other)
    expect([(await read(kept.id)).has_account, (await read(other.id)).has_account]).toEqual([false, true])
  })

  it('happens once when two staff members merge at the same time, in either direction', async () => {
    const { kept, other } = await twins()
    const answers = await Promise.all([
      send(mergeRoute(kept), bodyOf(kept, other)),
      send(mergeRoute(other), bodyOf(other, kept)),
      send(mergeRoute(kept), bodyOf(kept, other)),
      send(`POST /api/admin/customers/${other.id}/notes`, { text: 'At the same time' }),
    ])
    expect(answers.slice(0, 3).filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 404, 409]).toContain(status)
    const { id, notes, bookings } = await read(kept.id)
    expect([bookings, notes.length]).toEqual([2, answers[3]?.status === 200 ? 3 : 2])
    expect([kept.id, other.id]).toContain(id)
  })

  it('(control) loses a note when it moves the notes without waiting for those that are being added', async () => {
    const { kept, other } = await twins()
    const bothAreUnderWay = barrier(2)
    const note = {
      id: newId(),
      customer_id: other.id,
      text: 'At the same time',
      author_name: 'Mira',
      created_at: new Date(),
    }
    const addNote = core.db.transaction().execute(async (trx) => {
      await trx.insertInto('customer_notes').values(note).execute()
      await bothAreUnderWay()
    })
    const merge = core.db.transaction().execute(async (trx) => {
      const notes = trx.updateTable('customer_notes').set({ customer_id: kept.id }).where('customer_id', '=', other.id)
      await notes.execute()
      await bothAreUnderWay()
      await trx.deleteFrom('customers').where('id', '=', other.id).execute()
    })
    await Promise.all([addNote, merge])
    expect((await read(kept.id)).notes).toHaveLength(2)
  })
})

describe('erasing a person whose records were merged', () => {
  it('finds everything of the merged record, and its trail', async () => {
    await sell('gone@example.com', '+971505550001', { customer_name: 'Kabir Gone' })
    await sell('old.gone@work.example', '+971505550002', { customer_name: 'Kabir Vanished' })
    await core.db.updateTable('bookings').set({ booking_status: 'cancelled' }).execute()
    const [kept, other] = [await recordOf('gone@example.com'), await recordOf('old.gone@work.example')]
    const note = 'Vanished calls at night'
    await done(`POST /api/admin/customers/${other.id}/notes`, { text: note })
    await done(mergeRoute(kept), bodyOf(kept, other, ['name']))
    const manager = await shop.signIn('manager')
    for (const email of ['old.gone@work.example', 'gone@example.com']) {
      const erasure = { email, confirmation: email }
      const erased = await call('POST /api/admin/people/erasures', erasure, manager.headers)
      expect(erased.status, erased.text).toBe(200)
      if (email.startsWith('old')) expect((await separate(kept, other)).json().code).toBe('customer/no-merge')
    }
    const entries = await core.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', 'in', [kept.id, other.id])
      .execute()
    const left = JSON.stringify([entries, await core.db.selectFrom('customer_merges').selectAll().execute()])
    for (const word of ['Kabir', 'Vanished', 'gone@', '+97150555000']) expect(left).not.toContain(word)
    expect((await send(`GET /api/admin/customers/${other.id}`)).status).toBe(404)
  })
})

test('likely duplicates are offered, with the reason', async () => {
  await sell('maryam.ali@gmail.com', '+971506660001', { customer_name: 'Maryam Ali' })
  await sell('maryamali@gmail.com', '+971506660002', { customer_name: 'M. A.' })
  await sell('office@example.com', '+971506660003', { customer_name: 'Ali Mariam' })
  await sell('stranger@example.com', '+971506660004', { customer_name: 'Zoe Bell' })
  // The number stays with the record that had it first.
  await sell('husband@example.com', '+971506660005', { customer_name: 'Husband' })
  await sell('husband@example.com', '+971506660001', { customer_name: 'Husband' })
  const { id } = await recordOf('maryam.ali@gmail.com')
  const candidates = await done<MergeCandidate[]>(`GET /api/admin/customers/${id}/merge-candidates`)
  expect(candidates.map(({ name, because }) => [name, because])).toEqual([
    ['Husband', ['phone']],
    ['M. A.', ['email']],
    ['Ali Mariam', ['name']],
  ])
  const other = candidates[0]?.id
  const back = await done<MergeCandidate[]>(`GET /api/admin/customers/${other}/merge-candidates`)
  expect(back.map(({ name, because }) => [name, because])).toEqual([['Maryam Ali', ['phone']]])
})
