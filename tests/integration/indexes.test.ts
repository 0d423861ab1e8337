import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countStatements } from '../../bench/statement-counter.ts'
import { searchAudit } from '../../src/modules/account/audit-trail.server.ts'
import { listRuns } from '../../src/modules/booking/bulk/read.server.ts'
import { workOn } from '../../src/modules/booking/bulk/run.server.ts'
import { selectBookings } from '../../src/modules/booking/bulk/select.server.ts'
import { adminListInput } from '../../src/modules/booking/contract.ts'
import { listBookings, listPersonBookings, readDashboard } from '../../src/modules/booking/index.server.ts'
import { listParties } from '../../src/modules/booking/queries/departure-parties.server.ts'
import { listViews } from '../../src/modules/booking/saved-views/read-views.server.ts'
import { addService, book } from '../../src/modules/booking/testing/fixtures.ts'
import { emptyTrash, getDetail, searchItems } from '../../src/modules/catalogue/index.server.ts'
import { listEnquiries } from '../../src/modules/content/enquiries.server.ts'
import { countEnquiriesOf } from '../../src/modules/content/index.server.ts'
import { listInput } from '../../src/modules/customer/contract.ts'
import { listCustomers } from '../../src/modules/customer/list.server.ts'
import { listCandidates } from '../../src/modules/customer/merge/candidates.server.ts'
import { listMerges } from '../../src/modules/customer/merge/stored.server.ts'
import { countFailedMail, longestMailWait } from '../../src/modules/mail/index.server.ts'
import { countPaymentWork } from '../../src/modules/payment/index.server.ts'
import { listInput as taskInput } from '../../src/modules/task/contract.ts'
import { dueTasks, listTasks } from '../../src/modules/task/read.server.ts'
import { writeAudit } from '../../src/platform/audit.server.ts'
import { anonymous } from '../../src/platform/core.server.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import { testCore } from '../support/database.ts'

// With few rows the planner prefers sequential scans. Disable them to see which index serves each frequent query among
// a million rows.
const core = await testCore()
const counter = countStatements(core.pool)
const tour = await addService(core, 'tour')
await book(core, tour, { customer_email: 'zoe@example.com' })
const detail = () => getDetail(core, { kind: 'tour', idOrSlug: tour.id })
const searchAll = (q: string) => () => searchItems(core, { q, perKind: 6 })
const search = (q: string) => () => listBookings(core, adminListInput.parse({ q }))

const bookingsOfItem = () => core.db.selectFrom('bookings').select('id').where('service_id', '=', tour.id).execute()
const findCustomers = (input: object) => () => listCustomers({ ...core, adminEmail: null }, listInput.parse(input))
const viewsOf = () => listViews(core, { ...anonymous(''), userId: 'user-1' })
const runId = newId()
await core.db
  .insertInto('booking_runs')
  .values({ id: runId, action: 'message', options: '{}', started_by: '{}', total: 1, created_at: core.clock() })
  .execute()
const workOnRun = () => workOn({ ...core, isDecidedByTransfer: async () => false }, runId)
const customerId = newId()
await core.db
  .insertInto('customers')
  .values({
    ...{ id: customerId, name: 'Zoe Bell', email: 'zoe@example.com', phone: null, language: null, user_id: null },
    ...{ last_booked_at: null, active_at: core.clock(), created_at: core.clock(), updated_at: core.clock() },
  })
  .execute()
await core.db
  .insertInto('customer_contacts')
  .values({ kind: 'phone', value: '+971501234567', customer_id: customerId, added_at: core.clock() })
  .execute()
const candidates = () => listCandidates({ ...core, adminEmail: null }, customerId)
const mergesOf = () => listMerges(core.db, customerId)
const bookingsOf = () => listPersonBookings(core, { emails: ['zoe@example.com'], userId: 'user-1' }, { limit: 10 })

const staff = { ...anonymous(''), userId: 'user-1', role: 'support' as const }
const tasksOf = (input: object) => () => listTasks({ ...core, adminEmail: null }, staff, taskInput.parse(input))

const run = { action: 'bookings.message-started', subjectType: 'booking-run', subjectId: runId, after: { bookings: 1 } }
await writeAudit(core.db, anonymous(''), run, core.clock())
const auditDeps = { ...core, adminEmail: null, minMilliseconds: 0, auditTitles: [] }
const oneSubject = '0198c000-0000-7000-8000-000000000001'
const trailOf = (filter: object) => () => searchAudit(auditDeps, { limit: 50, ...filter })

async function plansOf(work: () => Promise<unknown>): Promise<string> {
  const { statements } = await counter.during(work)
  const client = await core.pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    const plans: string[] = []
    for (const { text, values } of statements.filter(({ text }) => /^\s*(select|with)/i.test(text))) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values])
      plans.push(...rows.map((row) => row['QUERY PLAN']))
    }
    return plans.join('\n')
  } finally {
    client.release(true)
  }
}

test.each([
  ['departures within 48 hours', () => readDashboard(core), 'bookings_travel_days'],
  ['the bookings of an item, as its foreign key looks for them', bookingsOfItem, 'bookings_of_service'],
  ['what waits for documents', () => readDashboard(core), 'bookings_missing_documents'],
  [
    'the list of what waits for documents',
    () => listBookings(core, adminListInput.parse({ documents: 'missing' })),
    'bookings_missing_documents',
  ],
  [
    'who travels on a departure',
    () => listParties(core, '0198c000-0000-7000-8000-000000000001', 500),
    'bookings_by_departure',
  ],
  ['proofs to check', () => countPaymentWork(core), 'payment_proofs_waiting'],
  ['the mail that waits longest', () => longestMailWait(core), 'mail_messages_open'],
  ['mails that were given up', () => countFailedMail(core), 'mail_messages_failed'],
  [
    'bookings by their worth',
    () => listBookings(core, adminListInput.parse({ sort: 'final_amount' })),
    'bookings_by_amount',
  ],
  ...(
    [
      ['bookings by days of travel', { travel_from: '2026-12-01', travel_to: '2026-12-31' }, 'bookings_travel_days'],
      ['bookings by one side of their days of travel', { travel_to: '2026-12-31' }, 'bookings_travel_days'],
      ['bookings by payment', { payment: 'failed' }, 'bookings_payment'],
      ['bookings with a balance', { open: 'balance' }, 'bookings_due'],
      ['cash bookings to confirm', { open: 'decision' }, 'bookings_awaiting_agency'],
      ['bookings by both states', { status: 'cancelled', payment: 'completed' }, 'bookings_states'],
      ['bookings of one staff member', { staff: 'asha' }, 'staff_bookings_pkey'],
    ] as const
  ).map(([what, filter, index]) => [what, () => listBookings(core, adminListInput.parse(filter)), index] as const),
  ...(
    [
      ['all bookings of a staff member', { staff: 'asha' }, 'staff_bookings_pkey'],
      [
        'all bookings of a month of travel',
        { travel_from: '2026-12-01', travel_to: '2026-12-31' },
        'bookings_travel_days',
      ],
      ['all bookings of a state', { status: 'pending' }, 'bookings_status'],
    ] as const
  ).map(([what, filter, index]) => [what, () => selectBookings(core, filter), index] as const),
  ['the audit trail', trailOf({}), 'audit_entries_whole'],
  ['the audit trail of a person', trailOf({ person: 'user-1' }), 'audit_entries_actor'],
  ['what one person did to a kind of thing', trailOf({ person: 'user-1', thing: 'promos' }), 'audit_entries_deeds'],
  ['what the shop did to a kind of thing', trailOf({ person: 'shop', thing: 'promos' }), 'audit_entries_deeds'],
  ['the audit trail of a kind of thing', trailOf({ thing: 'promos' }), 'audit_entries_type'],
  ['the parts of a bulk action', trailOf({ part_of: runId }), 'audit_entries_parts'],
  ['how many parts a bulk action has', trailOf({}), 'Index Scan using audit_entries_parts'],
  ['the last title of what is gone', trailOf({}), 'audit_entries_subject'],
  ['the audit trail of one subject', trailOf({ subject: oneSubject }), 'audit_entries_subject'],
  ['what a bulk action has to do', workOnRun, 'booking_run_items_waiting'],
  ['recent bulk actions', () => listRuns(core), 'booking_runs_recent'],
  ['own saved views', viewsOf, 'booking_views_owner'],
  ['shared saved views', viewsOf, 'booking_views_shared'],
  ['a search of everything', searchAll('desert dubai'), 'service_search_words'],
  ['the words close to a misspelt one', searchAll('desrtt'), 'search_words_similar'],
  ['similar items of the same place', detail, 'services_of_place'],
  ['similar items of the same region', detail, 'services_of_region'],
  ['similar items that are new', detail, 'services_newest'],
  ['what has been in the trash for 30 days', () => emptyTrash(core), 'services_trash'],
  ['the items with the most words', searchAll('desert qqqqqq zzzzzz'), 'service_search_words'],
  ['a list of customers', findCustomers({}), 'customers_active'],
  ['customers by name', findCustomers({ sort: 'name' }), 'customers_by_name'],
  ['a customer by address', findCustomers({ q: 'zoe@example.com' }), 'customer_contacts_pkey'],
  ['the bookings of a customer', bookingsOf, 'bookings_email'],
  ['likely duplicates by name', candidates, 'customers_search'],
  ['likely duplicates by number', candidates, 'bookings_phone'],
  ['what was merged into a customer', mergesOf, 'customer_merges_into'],
  ['the messages of a customer', () => countEnquiriesOf(core.db, ['zoe@example.com']), 'contact_messages_email'],
  ...(
    [
      ['new', 'contact_messages_open'],
      ['answered', 'contact_messages_answered'],
      ['closed', 'contact_messages_closed'],
    ] as const
  ).map(([status, index]) => [`${status} messages`, () => listEnquiries(core, { status, limit: 25 }), index] as const),
  ['open tasks', tasksOf({}), 'tasks_open'],
  ['own open tasks', tasksOf({ assignee: 'me' }), 'tasks_open_of_assignee'],
  ['done tasks', tasksOf({ state: 'done' }), 'tasks_done_last'],
  ['own done tasks', tasksOf({ state: 'done', assignee: 'me' }), 'tasks_done_of_assignee'],
  ['the tasks of a booking', tasksOf({ booking_id: '0198c000-0000-7000-8000-000000000001' }), 'tasks_booking'],
  [
    'own tasks that are due',
    () => core.db.selectNoFrom(dueTasks(staff, '2026-12-01')).execute(),
    'tasks_open_of_assignee',
  ],
  ['a search by email', search('zoe@example.com'), 'bookings_email'],
  ['a search by reference', search('TH0000000001'), 'bookings_booking_reference_key'],
] as const)('%s: an index answers', async (_what, work, index) => {
  expect(await plansOf(work)).toContain(` ${index} `)
})

/** The plan of the search's count with bitmap scans alone. */
async function bitmapPlanOf(q: string): Promise<string> {
  const { statements } = await counter.during(search(q))
  const { text, values } = statements.find((each) => each.text.includes('count(*)'))!
  await sql`analyze bookings`.execute(core.db)
  const client = await core.pool.connect()
  await client.query('set enable_seqscan = off; set enable_indexscan = off; set enable_indexonlyscan = off')
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${text}`, [...values])
  client.release(true)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test.each([
  ['two letters', 'zo', ['bookings_search_person']],
  ['a title', tour.title, ['bookings_search_person', 'bookings_title']],
  ['a name in any order', 'rao asha', ['bookings_search_person']],
])('a search by %s is one that the indexes of words and titles can answer', async (_what, q, indexes) => {
  const plan = await bitmapPlanOf(q)
  for (const index of indexes) expect(plan).toContain(`Bitmap Index Scan on ${index} `)
})

test('a search by the end of a phone number is one that its index can answer', async () => {
  for (let n = 10; n < 100; n++) await book(core, tour, { customer_phone: `+9715011122${n}` })
  expect(await bitmapPlanOf('050 111 2206')).toContain('Bitmap Index Scan on bookings_phone_ending ')
})
