import { describe, expect, it } from 'vitest'
import { type Session, testApp } from '../../../tests/support/app.ts'
import { staffRoles } from '../../kernel/staff.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { anonymous } from '../../platform/core.server.ts'
import type { AuditLine, OwnSession, Staff } from './contract.ts'
import { digestOf } from './tokens.server.ts'

const shop = await testApp({ adminEmail: 'named@example.com' })
const { core, call } = shop
const owner = await shop.signIn('admin')
let people = 0
const newEmail = () => `new${++people}@example.com`
const password = 'long enough secret'

async function as<T>(who: Session, route: string, body?: object): Promise<T & { code: string }> {
  return (await call(route, body, who.headers)).json() as T & { code: string }
}
const invite = (email: string, role = 'support', full_name = 'Noor Aziz') =>
  as<Staff>(owner, 'POST /api/admin/staff/invitations', { email, role, full_name })
async function invited(email: string, role = 'support'): Promise<string> {
  const { invitations } = await invite(email, role)
  expect(invitations).toContainEqual(expect.objectContaining({ email, role, invited_by: 'Test admin' }))
  return mailedToken(email)
}
async function mailedToken(email: string): Promise<string> {
  await shop.runJobs()
  const mail = shop.outbox.findLast(({ to }) => to === email)
  const link = /http:\/\/shop\.test\/reset-password\?\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  return new URL(link).searchParams.get('token') ?? ''
}
const accept = (token: string, newPassword = password) => call('POST /api/auth/reset-password', { token, newPassword })
const signIn = (email: string, secret = password) => call('POST /api/auth/sign-in/email', { email, password: secret })
const userOf = (email: string) =>
  core.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const entriesOf = async (subject: string) =>
  (await as<{ items: AuditLine[] }>(owner, `GET /api/admin/audit?subject=${subject}`)).items

describe('an invitation', () => {
  it('makes its reader a staff member, with a link that works once and a password of 12 characters [A017]', async () => {
    const email = newEmail()
    const token = await invited(email)
    expect((await accept(token, 'elevenchars')).json()).toMatchObject({
      errors: [{ path: 'newPassword', message: 'Password must be at least 12 characters' }],
    })
    expect((await accept(token)).status).toBe(200)
    expect((await accept(token, 'another long secret')).json()).toMatchObject({ code: 'account/invalid-token' })
    const answer = (await signIn(email)).json()
    expect(answer.user).toMatchObject({ role: 'support', is_admin: true, full_name: 'Noor Aziz', email_verified: true })
    const { people: staff, invitations } = await as<Staff>(owner, 'GET /api/admin/staff')
    expect(staff).toContainEqual(expect.objectContaining({ email, role: 'support', is_you: false, fixed: null }))
    expect(invitations.filter((one) => one.email === email)).toEqual([])
  })
  it('makes an accepting customer a staff member and ends their other sessions and password', async () => {
    const customer = await shop.signIn('customer')
    const token = await invited(customer.email, 'content')
    expect(await userOf(customer.email)).toMatchObject({ role: 'customer' })
    expect((await accept(token)).status).toBe(200)
    expect(await userOf(customer.email)).toMatchObject({ role: 'content', name: 'Test customer' })
    expect((await as<{ user: unknown }>(customer, 'GET /api/session')).user).toBeNull()
    expect((await signIn(customer.email)).status).toBe(200)
    const [entry] = await entriesOf(customer.userId)
    const after = { role: 'content', email: customer.email }
    expect(entry).toMatchObject({ action: 'staff.joined', before: { role: 'customer' }, after })
  })
  it('ends after 72 hours, when it is withdrawn, and when a new one is sent', async () => {
    const [late, withdrawn, again] = [newEmail(), newEmail(), newEmail()]
    const first = await invited(again)
    const second = await invited(again, 'manager')
    expect((await accept(first)).json()).toMatchObject({ code: 'account/invalid-token' })
    const taken = await invited(withdrawn)
    const { invitations } = await as<Staff>(owner, 'GET /api/admin/staff')
    const { id } = invitations.find((one) => one.email === withdrawn) ?? { id: '' }
    await as(owner, `DELETE /api/admin/staff/invitations/${id}`)
    expect((await accept(taken)).status).toBe(422)
    expect((await as(owner, `DELETE /api/admin/staff/invitations/${id}`)).code).toBe('account/no-invitation')
    const expired = await invited(late)
    core.clock.advance(72 * 60 - 1)
    expect((await accept(second)).status).toBe(200)
    core.clock.advance(2)
    expect((await accept(expired)).status).toBe(422)
  })
  it('is refused for staff, and requires a name, an address and a role', async () => {
    const manager = await shop.signIn('manager')
    expect((await invite(manager.email)).code).toBe('account/already-staff')
    for (const wrong of [
      { email: 'nowhere', role: 'support', full_name: 'A' },
      { email: newEmail(), role: 'customer', full_name: 'A' },
      { email: newEmail(), role: 'support', full_name: ' ' },
      { email: newEmail(), role: 'support', full_name: 'A', is_admin: true },
    ])
      expect((await call('POST /api/admin/staff/invitations', wrong, owner.headers)).status).toBe(422)
  })
  it('leaves no link in the outbox, the events and the audit log', async () => {
    const email = newEmail()
    const token = await invited(email)
    expect(token).toMatch(/^[\w-]{32}$/)
    const events = await core.db.selectFrom('events').select('payload').execute()
    const trail = await core.db.selectFrom('audit_entries').selectAll().execute()
    const stored = await core.db.selectFrom('staff_invitations').selectAll().execute()
    for (const kept of [events, trail, stored]) expect(JSON.stringify(kept)).not.toContain(token)
  })
})

describe('a role', () => {
  it.each(staffRoles)('of %s is reported for the account, whatever its address [A019]', async (role) => {
    const somebody = await shop.signIn(role, { email: `${role}@somewhere-else.test` })
    const session = () => as<{ user: object }>(somebody, 'GET /api/session')
    expect((await session()).user).toMatchObject({ role, is_admin: true })
    await core.db.updateTable('users').set({ role: 'customer' }).where('id', '=', somebody.userId).execute()
    expect((await session()).user).toMatchObject({ role: 'customer', is_admin: false, areas: [] })
  })
  it('changes or ends from the next request on, with audit entries', async () => {
    const manager = await shop.signIn('manager')
    const promos = () => call('GET /api/admin/promo-codes', undefined, manager.headers)
    expect((await promos()).status).toBe(200)
    await as(owner, `PUT /api/admin/staff/${manager.userId}/role`, { role: 'support' })
    expect((await promos()).status).toBe(403)
    await as(owner, `DELETE /api/admin/staff/${manager.userId}`)
    expect((await promos()).status).toBe(401)
    expect(await userOf(manager.email)).toMatchObject({ role: 'customer' })
    expect(await entriesOf(manager.userId)).toMatchObject([
      { action: 'staff.removed', before: { role: 'support' }, after: { role: 'customer' }, who: 'Test admin' },
      { action: 'staff.role-changed', before: { role: 'manager' }, after: { role: 'support' }, email: owner.email },
    ])
  })
  it('of the last owner stays, also when two owners remove each other at the same time', async () => {
    const fresh = await testApp()
    const [one, two] = [await fresh.signIn('admin'), await fresh.signIn('admin')]
    const remove = (by: Session, whom: Session) =>
      fresh.call(`DELETE /api/admin/staff/${whom.userId}`, undefined, by.headers)
    const answers = await Promise.all([remove(one, two), remove(two, one)])
    const owners = await fresh.core.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
    expect([answers.filter(({ status }) => status === 200).length, owners.length]).toEqual([1, 1])
    const left = owners[0]?.id === one.userId ? one : two
    const demote = await fresh.call(`PUT /api/admin/staff/${left.userId}/role`, { role: 'manager' }, left.headers)
    expect([demote.status, demote.json().code]).toEqual([409, 'account/last-owner'])
    expect((await remove(left, left)).json()).toMatchObject({ code: 'account/last-owner' })
  })
  it('of the owner of ADMIN_EMAIL stays; a customer has no role to remove', async () => {
    const named = await shop.signIn('admin', { email: 'named@example.com' })
    expect((await as(owner, `DELETE /api/admin/staff/${named.userId}`)).code).toBe('account/named-owner')
    const customer = await shop.signIn('customer')
    const change = await as(owner, `PUT /api/admin/staff/${customer.userId}/role`, { role: 'manager' })
    expect(change.code).toBe('account/not-found')
  })
})

describe('your sessions', () => {
  const another = async ({ userId }: Session, token: string) => {
    const expires_at = new Date(Date.now() + 86_400_000)
    const row = {
      id: token,
      token: digestOf(token),
      user_id: userId,
      expires_at,
      ip_address: '10.9.8.7',
      user_agent: 'Phone',
    }
    await core.db.insertInto('sessions').values(row).execute()
    return { cookie: `safar.session=${token}.signature` }
  }
  const isIn = async (headers: Record<string, string>) =>
    (await call('GET /api/session', undefined, headers)).json().user !== null

  it('are listed without their token, and end one by one or all except the current one', async () => {
    const me = await shop.signIn('support')
    const [phone, tablet] = [await another(me, 'phone-0123456789abcdef'), await another(me, 'tablet-0123456789abcdef')]
    const list = () => as<OwnSession[]>(me, 'GET /api/my/sessions')
    const listed = await list()
    expect(listed).toHaveLength(3)
    expect(listed[0]).toMatchObject({ is_current: true })
    expect(listed[1]).toMatchObject({ is_current: false, address: '10.9.8.7', user_agent: 'Phone' })
    expect(Object.keys(listed[0] ?? {})).not.toContain('token')
    await as(me, 'DELETE /api/my/sessions/phone-0123456789abcdef')
    expect([await isIn(phone), await isIn(tablet), await isIn(me.headers)]).toEqual([false, true, true])
    await as(me, 'DELETE /api/my/sessions')
    expect([await isIn(tablet), await isIn(me.headers)]).toEqual([false, true])
    expect((await entriesOf(me.userId)).map(({ action }) => action)).toEqual(Array(2).fill('account.sessions-ended'))
  })
  it('cannot be ended by other users', async () => {
    const [me, other] = [await shop.signIn('support'), await shop.signIn('customer')]
    const theirs = await another(other, 'theirs-0123456789abcdef')
    expect((await as(me, 'DELETE /api/my/sessions/theirs-0123456789abcdef')).code).toBe('account/no-session')
    await as(me, 'DELETE /api/my/sessions')
    expect(await isIn(theirs)).toBe(true)
  })
})

describe('the audit log', () => {
  const write = (name: string, action: string, subjectId: string, more: object = {}) =>
    writeAudit(
      core.db,
      { ...anonymous('local'), name },
      { action, subjectType: 'parrot', subjectId, ...more },
      core.clock(),
    )
  const find = async (query: string) =>
    as<{ items: AuditLine[]; nextCursor: string | null }>(owner, `GET /api/admin/audit?${query}`)

  it('is searched by actor, action, subject and time, page by page, with before and after', async () => {
    core.clock.set('2027-03-01T19:59:00.000Z')
    await write('Polly Grey', 'parrot.fed', 'p1', { before: { seeds: 1 }, after: { seeds: 5 } })
    core.clock.set('2027-03-01T20:00:00.000Z')
    for (const id of ['p2', 'p3', 'p4']) await write('Polly Green', 'parrot.taught', id)
    const ids = async (query: string) => (await find(query)).items.map(({ subject_id }) => subject_id)
    expect(await ids('who=polly gr')).toEqual(['p4', 'p3', 'p2', 'p1'])
    expect(await ids('who=grey')).toEqual(['p1'])
    expect(await ids('action=parrot.t')).toEqual(['p4', 'p3', 'p2'])
    expect(await ids('subject=p3')).toEqual(['p3'])
    expect(await ids('subject=parrot&action=fed')).toEqual(['p1'])
    expect(await ids('subject=parr_t')).toEqual([])
    // 20:00 UTC is midnight in Dubai.
    expect(await ids('subject=parrot&from=2027-03-02&to=2027-03-02')).toEqual(['p4', 'p3', 'p2'])
    expect(await ids('subject=parrot&to=2027-03-01')).toEqual(['p1'])
    const first = await find('subject=parrot&limit=3')
    const rest = await find(`subject=parrot&limit=3&cursor=${first.nextCursor}`)
    expect([first.items.length, rest.items, rest.nextCursor]).toMatchObject([3, [{ subject_id: 'p1' }], null])
    expect(rest.items[0]).toMatchObject({ before: { seeds: 1 }, after: { seeds: 5 }, who: 'Polly Grey' })
    expect((await find('cursor=nowhere')).code).toBe('list/bad-cursor')
  })
  it('finds names in any spelling', async () => {
    await write('Zoë Brontë', 'parrot.named', 'p5')
    await write('أَحْمَد', 'parrot.named', 'p6')
    for (const [who, id] of [
      ['zoe bronte', 'p5'],
      ['احمد', 'p6'],
    ])
      expect((await find(`who=${encodeURIComponent(who as string)}`)).items.map((entry) => entry.subject_id)).toEqual([
        id,
      ])
  })
  it('masks a secret that was stored by mistake', async () => {
    await write('Polly', 'gateway.changed', 'p9', { after: { name: 'stripe', keys: [{ api_secret: 'sk_live_1' }] } })
    const answer = await call('GET /api/admin/audit?subject=p9', undefined, owner.headers)
    expect(answer.text).not.toContain('sk_live_1')
    expect(answer.json()).toMatchObject({ items: [{ after: { name: 'stripe', keys: [{ api_secret: '(hidden)' }] } }] })
  })
})
