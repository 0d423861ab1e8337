import { describe, expect, it } from 'vitest'
import { type Session, testApp } from '../../../tests/support/app.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { addService, book } from '../booking/testing/fixtures.ts'
import type { Task, TaskPage } from './contract.ts'

// Noon in Dubai on 21 November 2026.
const shop = await testApp()
const { core } = shop
const owner = await shop.signIn('admin')
const asha = await shop.signIn('support')
const ben = await shop.signIn('manager')
const guide = await shop.signIn('guide')
const tour = await addService(core, 'tour', {}, { title: 'Harbour by night' })
const booking = await book(core, tour, { customer_name: 'Omar Saleh', customer_email: 'omar@example.com' })
const other = await book(core, tour, { customer_email: 'zoe@example.com', customer_phone: '+971501112206' })
await shop.shop.jobs['record-customers']?.({})
const path = '/api/admin/tasks'

const send = async (route: string, body?: object, who: Session = asha, headers: Record<string, string> = {}) => {
  const { status, json, text } = await shop.call(route, body, { ...who.headers, ...headers })
  return { status, text, body: json() as unknown as Task & { code: string; errors: { path: string }[] } }
}
const fine = async (route: string, body?: object, who = asha) => {
  const answer = await send(route, body, who)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const add = (text: string, due_on: string, more: object = {}, who = asha) =>
  fine(`POST ${path}`, { booking_id: booking.id, text, due_on, assignee_id: null, ...more }, who)
const list = async (query = '', who = asha) =>
  (await fine(`GET ${path}?${query}`, undefined, who)) as unknown as TaskPage
const textsOf = async (query = '', who = asha) => (await list(query, who)).items.map(({ text }) => text)
const recordOf = async (q: string) => {
  const page = (await fine(`GET /api/admin/customers?q=${q}`)) as unknown as { items: { id: string; name: string }[] }
  return page.items[0] ?? expect.fail(q)
}
const trail = (subjectId: string) =>
  core.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_name', 'before', 'after'])
    .where('subject_id', '=', subjectId)
    .where('action', 'like', 'task.%')
    .orderBy('id')
    .execute()
const forget = () => core.db.deleteFrom('tasks').execute()

describe('a task', () => {
  it('is about a booking or a customer, with text, due date, author and assignee', async () => {
    const task = await add(' Call back about the pram ', '2026-11-22', { assignee_id: ben.userId })
    expect(task).toMatchObject({
      ...{ text: 'Call back about the pram', due_on: '2026-11-22', version: 1, done_at: null, customer: null },
      assignee: { id: ben.userId },
      booking: {
        ...{ id: booking.id, booking_reference: booking.booking_reference },
        ...{ service_title: 'Harbour by night', customer_name: 'Omar Saleh' },
      },
    })
    const { id, name } = await recordOf('omar')
    const about = await add('Birthday card', '2026-11-23', { booking_id: undefined, customer_id: id })
    expect(about).toMatchObject({ assignee: null, booking: null, customer: { id, name } })
    expect(await textsOf(`customer_id=${id}`)).toEqual(['Call back about the pram', 'Birthday card'])
    expect(await textsOf(`booking_id=${booking.id}`)).toEqual(['Call back about the pram'])
    expect(await textsOf(`booking_id=${other.id}`)).toEqual([])
    await forget()
  })

  it('is added once for each idempotency key', async () => {
    const body = { booking_id: booking.id, text: 'Once', due_on: '2026-11-22', assignee_id: null }
    const key = { 'idempotency-key': 'task-added-once' }
    const answers = await Promise.all([1, 2, 3].map(() => send(`POST ${path}`, body, asha, key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(await textsOf()).toEqual(['Once'])
    expect((await send(`POST ${path}`, { ...body, text: 'Other' }, asha, key)).status).toBe(422)
    // The key of another person is another key, and the control: without a key each request adds one.
    await send(`POST ${path}`, body, ben, key)
    await Promise.all([1, 2].map(() => send(`POST ${path}`, body)))
    expect(await textsOf()).toHaveLength(4)
    await forget()
  })

  it.each([
    ['no text', { text: ' ' }, 422, 'text'],
    ['a long text', { text: 'x'.repeat(2_001) }, 422, 'text'],
    ['a control character', { text: 'a\u0000b' }, 422, 'text'],
    ['a day that is none', { due_on: '2026-02-30' }, 422, 'due_on'],
    ['a day far away', { due_on: '9999-12-31' }, 422, 'due_on'],
    ['an assignee who may not see bookings', { assignee_id: guide.userId }, 422, 'assignee_id'],
    ['an assignee who is unknown', { assignee_id: 'nobody-at-all' }, 422, 'assignee_id'],
    ['both subjects', { customer_id: newId(core.clock()) }, 422, 'booking_id'],
    ['no subject', { booking_id: undefined }, 422, 'booking_id'],
    ['an unknown field', { author_name: 'Somebody' }, 422, 'author_name'],
  ])('is refused with %s', async (_what, wrong, status, field) => {
    const body = { booking_id: booking.id, text: 'Hostile', due_on: '2026-11-22', assignee_id: null, ...wrong }
    const answer = await send(`POST ${path}`, body)
    expect([answer.status, answer.body.errors[0]?.path], answer.text).toEqual([status, field])
    expect(await textsOf()).toEqual([])
  })

  it('is refused for an unknown booking or customer', async () => {
    const body = { text: 'Nowhere', due_on: '2026-11-22', assignee_id: null }
    for (const about of [{ booking_id: newId(core.clock()) }, { customer_id: newId(core.clock()) }])
      expect((await send(`POST ${path}`, { ...body, ...about })).body.code).toBe('task/no-subject')
  })
})

describe('the list', () => {
  it('has open tasks by due date and done ones newest first, in pages', async () => {
    for (const day of ['2026-11-25', '2026-11-20', '2026-11-21', '2026-11-21']) await add(`Due ${day}`, day)
    const pageOf = async (query: string) => {
      const first = await list(`${query}&limit=3`)
      const next = await list(`${query}&limit=3&cursor=${first.nextCursor}`)
      expect([first.items.length, next.nextCursor, first.total, first.totalIsExact]).toEqual([3, null, 4, true])
      return [...first.items, ...next.items]
    }
    const open = await pageOf('state=open')
    expect(open.map(({ due_on }) => due_on)).toEqual(['2026-11-20', '2026-11-21', '2026-11-21', '2026-11-25'])
    for (const { id } of open) {
      core.clock.advance(1)
      await fine(`PUT ${path}/${id}/done`, { done: true }, ben)
    }
    const done = await pageOf('state=done')
    expect(done.map(({ id }) => id)).toEqual(open.map(({ id }) => id).reverse())
    expect(await textsOf()).toEqual([])
    for (const cursor of ['x', 'bm8', done[0]?.id])
      expect((await send(`GET ${path}?cursor=${cursor}`)).body.code).toBe('list/bad-cursor')
    await forget()
  })

  it('is filtered by assignee and due date; the dashboard counts the same', async () => {
    const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']
    for (const who of [asha.userId, ben.userId, null])
      for (const day of days) await add(`${day} ${who}`, day, { assignee_id: who })
    expect(await textsOf('assignee=me&due=overdue')).toEqual(days.slice(0, 2).map((day) => `${day} ${asha.userId}`))
    expect(await textsOf('assignee=me&due=later')).toEqual([`2026-11-22 ${asha.userId}`])
    expect(await textsOf(`assignee=${ben.userId}&due=today`)).toEqual([`2026-11-21 ${ben.userId}`])
    expect(await textsOf('assignee=nobody')).toEqual(days.map((day) => `${day} null`))
    for (const who of [asha, ben]) {
      const { needsAction } = (await fine('GET /api/admin/dashboard', undefined, who)) as unknown as {
        needsAction: Record<string, number>
      }
      const totalOf = async (query: string) => (await list(query, who)).total
      expect(needsAction).toMatchObject({ tasksOverdue: 2, tasksToday: 1, tasksUnassigned: 3 })
      expect(await totalOf('assignee=me&due=overdue')).toBe(2)
      expect(await totalOf('assignee=me&due=today')).toBe(1)
      expect(await totalOf('assignee=nobody&due=due')).toBe(3)
    }
    const content = await shop.signIn('content')
    const { needsAction } = await fine('GET /api/admin/dashboard', undefined, content).then(
      (body) => body as unknown as { needsAction: object },
    )
    expect(needsAction).toMatchObject({ tasksOverdue: 0, tasksToday: 0, tasksUnassigned: 0 })
    await forget()
  })

  it('names those who can take tasks, and who is asking', async () => {
    const people = (await fine('GET /api/admin/task-assignees')) as unknown as { id: string; is_you: boolean }[]
    expect(people.map(({ id }) => id).sort()).toEqual([owner.userId, asha.userId, ben.userId].sort())
    expect(people.filter(({ is_you }) => is_you).map(({ id }) => id)).toEqual([asha.userId])
  })

  it('is closed to roles without bookings', async () => {
    const task = await add('Not for guides', '2026-11-21')
    for (const [route, body] of [
      [`GET ${path}`, undefined],
      ['GET /api/admin/task-assignees', undefined],
      [`POST ${path}`, { booking_id: booking.id, text: 'Mine', due_on: '2026-11-21', assignee_id: null }],
      [`PUT ${path}/${task.id}`, { version: 1, text: 'Mine', due_on: '2026-11-21', assignee_id: null }],
      [`PUT ${path}/${task.id}/done`, { done: true }],
      [`DELETE ${path}/${task.id}`, {}],
      [`POST ${path}/${task.id}/restoration`, {}],
    ] as const)
      expect((await send(route, body, guide)).status, route).toBe(403)
    expect(await list()).toMatchObject({ items: [{ id: task.id, version: 1 }] })
    await forget()
  })
})

describe('changing a task', () => {
  it('is recorded with the values before and after, and refuses an old version', async () => {
    const task = await add('Before', '2026-11-22', { booking_id: other.id, assignee_id: asha.userId })
    const change = { version: 1, text: 'After', due_on: '2026-11-24', assignee_id: null }
    expect(await fine(`PUT ${path}/${task.id}`, change)).toMatchObject({
      ...{ text: 'After', due_on: '2026-11-24', version: 2, assignee: null },
    })
    const again = await send(`PUT ${path}/${task.id}`, { ...change, text: 'Old' })
    expect([again.status, again.body.code]).toEqual([409, 'task/changed'])
    expect((await fine(`PUT ${path}/${task.id}`, { ...change, version: 2 })).version).toBe(2)
    await fine(`PUT ${path}/${task.id}/done`, { done: true }, ben)
    await fine(`PUT ${path}/${task.id}/done`, { done: true }, asha)
    await fine(`PUT ${path}/${task.id}/done`, { done: false })
    await fine(`DELETE ${path}/${task.id}`, {})
    await fine(`DELETE ${path}/${task.id}`, {})
    expect((await send(`PUT ${path}/${task.id}`, { ...change, version: 5 })).body.code).toBe('task/not-found')
    expect((await send(`PUT ${path}/${task.id}/done`, { done: true })).body.code).toBe('task/not-found')
    expect(await textsOf()).toEqual([])
    await fine(`POST ${path}/${task.id}/restoration`, {})
    expect(await textsOf()).toEqual(['After'])
    const [before, after] = [
      { task: 'Before', due_on: '2026-11-22', assignee: 'support' },
      { task: 'After', due_on: '2026-11-24', assignee: null },
    ]
    const entries = (await trail(other.id)).map((entry) => [entry.action, entry.before, entry.after])
    const assigned = { ...before, assignee: (entries[0]![2] as { assignee: string }).assignee }
    expect(entries).toEqual([
      ['task.added', null, assigned],
      ['task.changed', assigned, after],
      ['task.done', { ...after, done: false }, { ...after, done: true }],
      ['task.reopened', { ...after, done: true }, { ...after, done: false }],
      ['task.deleted', after, null],
      ['task.restored', null, after],
    ])
    await forget()
  })

  it('happens once when two people do it together, and the control without versions overwrites', async () => {
    const about = await book(core, tour, { customer_email: 'together@example.com' })
    const task = await add('Together', '2026-11-22', { booking_id: about.id })
    const change = (version: number, text: string) => ({ version, text, due_on: '2026-11-22', assignee_id: null })
    const both = await Promise.all(
      [asha, ben].map((who, n) => send(`PUT ${path}/${task.id}`, change(1, `Text ${n}`), who)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    // The control: each knows the version that the other made.
    expect((await send(`PUT ${path}/${task.id}`, change(2, 'Overwritten'), asha)).status).toBe(200)
    expect((await send(`PUT ${path}/${task.id}`, change(3, 'Again'), ben)).status).toBe(200)
    const done = await Promise.all([asha, ben].map((who) => send(`PUT ${path}/${task.id}/done`, { done: true }, who)))
    expect(done.map(({ status }) => status)).toEqual([200, 200])
    expect(done[0]?.body.done_by).toBe(done[1]?.body.done_by)
    expect((await trail(about.id)).filter(({ action }) => action === 'task.done')).toHaveLength(1)
    await forget()
  })

  it('is in the timeline of its booking', async () => {
    const about = await book(core, tour, { customer_email: 'line@example.com' })
    const task = await add('Confirm the pickup', '2026-11-22', { booking_id: about.id, assignee_id: ben.userId })
    core.clock.advance(1)
    await fine(`DELETE ${path}/${task.id}`, {})
    const { items } = (await fine(`GET /api/admin/bookings/${about.id}/timeline`)) as unknown as {
      items: { name: string; data: object }[]
    }
    expect(items.slice(0, 2)).toMatchObject([
      { name: 'task.deleted', data: { task: 'Confirm the pickup', due_on: '2026-11-22' } },
      { name: 'task.added', data: { task: 'Confirm the pickup', due_on: '2026-11-22' } },
    ])
    await forget()
  })
})

describe('tasks of somebody who leaves', () => {
  const setRole = async ({ userId }: Session, role: string) => {
    const answer = await shop.call(`PUT /api/admin/staff/${userId}/role`, { role }, owner.headers)
    expect(answer.status, answer.text).toBe(200)
  }
  const remove = ({ userId }: Session) => shop.call(`DELETE /api/admin/staff/${userId}`, {}, owner.headers)

  it('become nobody’s, on record; done ones keep their assignee', async () => {
    const leaver = await shop.signIn('support')
    const task = await add('Open', '2026-11-22', { assignee_id: leaver.userId })
    const done = await add('Done', '2026-11-22', { assignee_id: leaver.userId })
    const deleted = await add('Deleted', '2026-11-22', { assignee_id: leaver.userId })
    await fine(`PUT ${path}/${done.id}/done`, { done: true })
    await fine(`DELETE ${path}/${deleted.id}`, {})
    expect((await remove(leaver)).status).toBe(200)
    await shop.runJobs()
    expect((await list()).items).toMatchObject([{ id: task.id, assignee: null, version: 2 }])
    expect((await trail(booking.id)).filter(({ action }) => action === 'task.unassigned')).toMatchObject([
      { actor_name: 'Automatic', after: { assignee: null } },
      { actor_name: 'Automatic', after: { assignee: null } },
    ])
    expect((await fine(`POST ${path}/${deleted.id}/restoration`, {})).assignee).toBeNull()
    expect((await list('state=done')).items[0]?.assignee?.id).toBe(leaver.userId)
    expect((await fine(`PUT ${path}/${done.id}/done`, { done: false })).assignee).toBeNull()
    await forget()
  })

  it('stay theirs while their role still opens bookings, and leave with the permission', async () => {
    const colleague = await shop.signIn('support')
    await add('Theirs', '2026-11-22', { assignee_id: colleague.userId })
    await setRole(colleague, 'manager')
    await shop.runJobs()
    expect((await list()).items[0]?.assignee?.id).toBe(colleague.userId)
    await setRole(colleague, 'content')
    await shop.runJobs()
    expect((await list()).items[0]?.assignee).toBeNull()
    await forget()
  })

  it('are never left with somebody who was removed while being assigned', async () => {
    const leavers = await Promise.all([1, 2, 3, 4].map(() => shop.signIn('support')))
    const tasks = await Promise.all(leavers.map((_, n) => add(`Race ${n}`, '2026-11-22')))
    await Promise.all(
      leavers.flatMap((leaver, n) => [
        remove(leaver),
        ...tasks.map(({ id, text, due_on }) =>
          send(`PUT ${path}/${id}`, { version: n + 1, text, due_on, assignee_id: leaver.userId }),
        ),
        send(`POST ${path}`, { booking_id: booking.id, text: 'New', due_on: '2026-11-22', assignee_id: leaver.userId }),
      ]),
    )
    await shop.runJobs()
    const gone = leavers.map(({ userId }) => userId)
    const left = (await list('limit=100')).items.filter(({ assignee }) => gone.includes(assignee?.id ?? ''))
    expect(left).toEqual([])
    // The control: an assignment that does not look at the account stays.
    await core.db.updateTable('tasks').set({ assignee_id: gone[0]! }).where('id', '=', tasks[0]!.id).execute()
    await shop.runJobs()
    expect((await list('limit=100')).items.some(({ assignee }) => assignee?.id === gone[0])).toBe(true)
    await forget()
  })
})

describe('deleted tasks and records', () => {
  it('a record with a task is kept when its only booking gets another address', async () => {
    for (const hasTask of [true, false]) {
      const wrong = `wrong-${hasTask}@example.com`
      const made = await book(core, tour, {
        customer_email: wrong,
        customer_phone: hasTask ? '+971501119001' : '+971501119002',
      })
      await shop.shop.jobs['record-customers']?.({})
      const { id } = await recordOf(wrong)
      if (hasTask) await add('Ask for the passport', '2026-12-22', { booking_id: undefined, customer_id: id })
      const { version } = await fine(`GET /api/admin/bookings/${made.id}`)
      // With the same number the new address would be one of the same record.
      const customer_phone = hasTask ? '+971501119003' : '+971501119004'
      const details = { customer_name: 'Asha Rao', customer_email: `right-${hasTask}@example.com` }
      const rest = {
        customer_phone,
        selected_language: '',
        pickup_location: '',
        special_requests: '',
        version,
        tell_customer: false,
      }
      await fine(`PUT /api/admin/bookings/${made.id}/details`, { ...details, ...rest })
      await shop.runJobs()
      expect((await shop.call(`GET /api/admin/customers/${id}`, undefined, asha.headers)).status).toBe(
        hasTask ? 200 : 404,
      )
    }
    expect(await textsOf()).toEqual(['Ask for the passport'])
  })

  it('a deleted task can be restored for 30 days', async () => {
    const [first, second] = [await add('First', '2026-11-22'), await add('Second', '2026-11-22')]
    await fine(`DELETE ${path}/${first.id}`, {})
    core.clock.advance(60 * 24 * 29)
    await fine(`DELETE ${path}/${second.id}`, {})
    core.clock.advance(60 * 24 * 2)
    await shop.shop.jobs['forget-old-rows']?.({})
    // The sessions from before are over.
    const later = await shop.signIn('support')
    const restore = ({ id }: Task) => send(`POST ${path}/${id}/restoration`, {}, later)
    expect((await restore(first)).body.code).toBe('task/not-found')
    expect((await restore(second)).body.text).toBe('Second')
  })
})
