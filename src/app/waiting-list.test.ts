import { describe, expect, it } from 'vitest'
import { at, waitingWorld } from '../../tests/support/waiting-list.ts'
import { addService, admin } from '../modules/booking/testing/fixtures.ts'
import { changeDeparture, joinList } from '../modules/inventory/index.server.ts'
import type { WaitingEntry } from '../modules/inventory/tables.server.ts'
import { anonymous } from '../platform/core.server.ts'
import { newId } from '../platform/crypto/keyring.server.ts'

const { shop, core, call, soldOut, join, departureOf, entriesOf, statesOf, mailsTo, tokenIn } = await waitingWorld()

describe('joining the waiting list of a sold-out departure', () => {
  it('stores the entry, and a mail confirms it with a link to leave', async () => {
    const { tour } = await soldOut()
    const answer = await join(tour, { email: 'Joins@Example.com', adults: 2, children: 1, infants: 1 })
    expect([answer.status, answer.json()]).toEqual([200, { accepted: true }])
    await shop.runJobs()
    expect(await entriesOf(tour)).toMatchObject([
      { email: 'joins@example.com', places: 3, infants: 1, state: 'waiting', held: 0 },
    ])
    const [mail] = mailsTo('joins@example.com')
    expect(mail?.subject).toBe(`You are on the waiting list: A tour, ${at.date}`)
    expect(mail?.text).toContain('we will hold them for a few hours')
    const token = tokenIn('joins@example.com', 'token')
    const left = await call('POST /api/waiting-list/leave', { token })
    expect(left.json()).toMatchObject({ state: 'left', service_title: 'A tour', date: at.date })
    expect(await statesOf(tour)).toEqual(['left'])
    expect((await call('POST /api/waiting-list/leave', { token })).json()).toMatchObject({ state: 'left' })
  })

  it('answers a repeat in any spelling of the mailbox alike, and stores it once', async () => {
    const { tour } = await soldOut()
    const email = 'repeats@example.com'
    const answers = [
      await join(tour, { email }),
      await join(tour, { email: 'Repeats+x@example.com' }),
      ...(await Promise.all([1, 2, 3].map(() => join(tour, { email })))),
    ]
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    await shop.runJobs()
    expect(await entriesOf(tour)).toHaveLength(1)
    expect(mailsTo(email)).toHaveLength(1)
  })

  it('keeps the first party, and mails what is on the list', async () => {
    const { tour } = await soldOut()
    const email = 'changes@example.com'
    await join(tour, { email, adults: 2 })
    expect((await join(tour, { email, adults: 4 })).json()).toEqual({ accepted: true })
    await shop.runJobs()
    expect(await entriesOf(tour)).toMatchObject([{ adults: 2, places: 2 }])
    expect(mailsTo(email).at(-1)?.text).toContain('travellers: 2')
    expect(mailsTo(email)).toHaveLength(2)
  })

  it('fills no mailbox: other parties are answered alike, with one more mail a day', async () => {
    const { tour } = await soldOut()
    const email = 'flooded@example.com'
    const started = core.clock().toISOString()
    await join(tour, { email, adults: 2 })
    core.clock.advance(1)
    for (const adults of [3, 4, 5, 4]) expect((await join(tour, { email, adults })).json()).toEqual({ accepted: true })
    await shop.runJobs()
    expect(mailsTo(email)).toHaveLength(2)
    core.clock.advance(24 * 60)
    for (const adults of [3, 4]) await join(tour, { email, adults })
    await shop.runJobs()
    expect(mailsTo(email)).toHaveLength(3)
    core.clock.set(started)
  })
  it('is open to a party that is larger than what is left, and to no other', async () => {
    const { tour } = await soldOut({ sold: 8 })
    expect((await join(tour, { adults: 2 })).json()).toMatchObject({ code: 'inventory/not-sold-out' })
    expect((await join(tour, { adults: 3 })).status).toBe(200)
    expect((await join(tour, { adults: 11 })).json()).toMatchObject({
      code: 'inventory/invalid',
      errors: [{ path: 'adults', message: 'This departure has 10 places in total' }],
    })
  })

  it.each([
    ['a day without departures', { date: '2026-12-01', time: '03:33' }],
    ['a past departure', { date: '2026-11-01' }],
  ])('is refused for %s', async (_what, start) => {
    const { tour } = await soldOut()
    expect((await join(tour, start)).json()).toMatchObject({ status: 409, code: 'inventory/not-waitable' })
  })

  it('is refused for free sale, closed departures, and kinds without departures', async () => {
    const free = await addService(core, 'tour')
    expect((await join(free)).json()).toMatchObject({ code: 'inventory/not-sold-out' })
    const { tour } = await soldOut()
    const { version } = await departureOf(tour)
    const change = { ...{ capacity: null, prices: null, note: null, guide: null, return_date: null }, is_closed: true }
    await changeDeparture(core, admin, { service_id: tour.id, ...at, ...change, version })
    expect((await join(tour)).json()).toMatchObject({ code: 'inventory/not-waitable' })
    const visa = await addService(core, 'visa')
    expect(
      (await call(`POST /api/services/visa/${visa.slug}/waiting-list`, { ...at, email: 'a@b.co', adults: 1 })).status,
    ).toBe(404)
  })

  it('names each wrong field', async () => {
    const { tour } = await soldOut()
    const wrong = await join(tour, { email: 'nobody', name: 'http://spam.example', adults: 0, children: -1 })
    expect(wrong.status).toBe(422)
    const { errors } = (await join(tour, { email: 'nobody', name: 'http://spam.example', adults: 0 })).json()
    expect((errors as { path: string }[]).map(({ path }) => path).sort()).toEqual(['adults', 'email', 'name'])
  })

  it('drops a request whose hidden field is filled, with the usual answer', async () => {
    const { tour } = await soldOut()
    expect((await join(tour, { company_website: 'x' })).json()).toEqual({ accepted: true })
    expect(await entriesOf(tour)).toEqual([])
  })

  it('answers everybody alike once the list is full', async () => {
    const { tour } = await soldOut()
    const known = { email: 'known@example.com' }
    await join(tour, known)
    const [{ id: _, ...entry }] = (await entriesOf(tour)) as [WaitingEntry]
    const others = Array.from({ length: 199 }, (_, n) => ({ ...entry, id: newId(core.clock()), contact_key: `c:${n}` }))
    await core.db.insertInto('waiting_entries').values(others).execute()
    const codes = []
    for (const email of [known.email, 'unknown@example.com']) codes.push((await join(tour, { email })).json())
    expect(codes).toMatchObject(Array(2).fill({ status: 409, code: 'inventory/too-many-waiting' }))
  })

  it('is limited for one mailbox and one network', async () => {
    const request = (email: string) => ({
      ...{ kind: 'tour', email, name: '', adults: 1, children: 0, infants: 0, company_website: '' },
      ...at,
    })
    const { tour } = await soldOut()
    const hits = []
    for (let n = 0; n < 21; n++) {
      const work = joinList(core, anonymous('192.0.2.9'), { ...request(`many${n}@example.com`), idOrSlug: tour.id })
      hits.push(
        await work.then(
          () => 'accepted',
          ({ code }: { code: string }) => code,
        ),
      )
    }
    expect(hits.filter((hit) => hit === 'accepted')).toHaveLength(20)
    expect(hits.at(-1)).toBe('limit/too-many')
    const codes = []
    for (let n = 0; n < 11; n++) {
      const other = (await soldOut({ capacity: 1 })).tour
      const work = joinList(core, anonymous(`192.0.3.${n}`), { ...request('keen@example.com'), idOrSlug: other.id })
      codes.push(
        await work.then(
          () => 'accepted',
          ({ code }: { code: string }) => code,
        ),
      )
    }
    expect(codes.slice(9)).toEqual(['accepted', 'inventory/too-many-waiting'])
  })
})
