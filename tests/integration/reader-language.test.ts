import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import type { PdfJob } from '../../src/modules/printouts/draw/pdf-worker.server.ts'
import { sellerOf } from '../../src/modules/printouts/invoices.server.ts'
import { openPdfRenderer, type PdfRenderer } from '../../src/modules/printouts/pdf-renderer.server.ts'
import { printInvoice, printVoucher, writeCalendarFile } from '../../src/modules/printouts/printouts.server.ts'
import { readSettings } from '../../src/modules/settings/index.server.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import { pseudoMessage } from '../../src/platform/pseudo-locale.ts'
import { testApp } from '../support/app.ts'
import { safariForTwo } from '../support/requests.ts'

// What was made in a language is answered in it, also when staff or jobs write: the whole server with English and the
// pseudo-language that is read from right to left.

const shop = await testApp()
const { core, call } = shop
await seedWorld(shop.shop.deps, 'test')
const owner = await shop.signIn('admin')
const other = 'ar-XB'
const reading = { 'accept-language': other }
const saved = await call('PUT /api/admin/settings', { settings: { languages: [other] } }, owner.headers)
expect(saved.status).toBe(200)

let customers = 0
const book = async (headers: Record<string, string> = reading) => {
  const email = `reader${++customers}@example.com`
  const answer = await call('POST /api/bookings', { ...safariForTwo, customer_email: email }, headers)
  expect(answer.status).toBe(200)
  return answer.json() as {
    booking: { id: string; booking_reference: string; language: string; version: number }
    token: string
  }
}
async function soldOut(local_date: string, local_time: string): Promise<void> {
  const services = core.db.selectFrom('services').select('id').where('slug', '=', 'desert-safari')
  const { id: service_id } = await services.executeTakeFirstOrThrow()
  const made = { id: newId(), created_at: core.clock(), updated_at: core.clock() }
  await core.db
    .insertInto('departures')
    .values({ ...made, service_id, local_date, local_time, capacity: 0 })
    .execute()
}
const stored = (table: 'contact_messages' | 'waiting_entries') =>
  core.db.selectFrom(table).select('language').orderBy('created_at', 'desc').limit(1).executeTakeFirst()
const trail = (action: string) =>
  core.db.selectFrom('audit_entries').select(['before', 'after']).where('action', '=', action).executeTakeFirst()

test('a booking, a message, an account and a place on a waiting list remember the language they were made in', async () => {
  expect((await book()).booking.language).toBe(other)
  expect((await book({})).booking.language).toBe('en')
  // Later than what the world was seeded with.
  core.clock.advance(1)
  const message = {
    name: 'Asha Rao',
    email: 'a@example.com',
    phone: '+971501234567',
    subject: 'Hotels',
    message: 'Near the sea?',
  }
  await call('POST /api/contact-messages', message, reading)
  expect(await stored('contact_messages')).toEqual({ language: other })
  const account = { email: 'new@example.com', password: 'a-long-password', full_name: 'Asha Rao' }
  await call('POST /api/auth/sign-up/email', account, reading)
  const user = core.db.selectFrom('users').select('language').where('email', '=', account.email)
  expect(await user.executeTakeFirst()).toEqual({ language: other })
  await soldOut('2026-12-28', '14:00')
  const wish = { date: '2026-12-28', time: '14:00', email: 'w@example.com', adults: 2 }
  expect((await call('POST /api/services/tour/desert-safari/waiting-list', wish, reading)).status).toBe(200)
  expect(await stored('waiting_entries')).toEqual({ language: other })
})

test('mails, voucher and calendar name what was booked in the language of its booking; the agency reads the original', async () => {
  const { id } = await core.db
    .selectFrom('services')
    .select('id')
    .where('slug', '=', 'desert-safari')
    .executeTakeFirstOrThrow()
  const title = 'سفاري الصحراء'
  const at = `/api/admin/services/${id}/translations/${other}`
  const fields = [{ path: 'title', source: 'x', value: title }]
  expect((await call(`PUT ${at}`, { version: 0, fields }, owner.headers)).status).toBe(200)
  const { booking } = await book()
  await shop.runJobs()
  const mails = await core.db
    .selectFrom('mail_messages')
    .select(['to_address', 'html'])
    .where('booking_id', '=', booking.id)
    .execute()
  const inTitle = (isCustomer: boolean) =>
    mails.filter(({ to_address: to }) => to.startsWith('reader') === isCustomer).map(({ html }) => html.includes(title))
  expect(inTitle(true)).toEqual([true])
  expect(inTitle(false)).not.toContain(true)
  const calendar = await writeCalendarFile(shop.shop.deps, booking.id)
  expect(calendar.bytes.toString()).toContain(title)
  await core.db.updateTable('services').set({ title: 'Renamed' }).where('id', '=', id).execute()
  expect((await writeCalendarFile(shop.shop.deps, booking.id)).bytes.toString()).not.toContain(title)
  await core.db.updateTable('services').set({ title: 'Desert safari' }).where('id', '=', id).execute()
})

test('the pages of a booking name what was booked in the language of the page', async () => {
  const title = 'سفاري الصحراء'
  const { booking, token } = await book()
  const owned = `?token=${encodeURIComponent(token)}`
  const titleAt = async (path: string, headers: Record<string, string>) =>
    (JSON.stringify((await call(path, undefined, headers)).json()).match(/"service_title":"([^"]*)"/) ?? [])[1]
  for (const path of [
    `GET /api/bookings/${booking.id}${owned}`,
    `GET /api/bookings/${booking.id}/paperwork${owned}`,
    `GET /api/bookings/${booking.id}/payment${owned}`,
  ]) {
    expect([path, await titleAt(path, reading)]).toEqual([path, title])
    expect([path, await titleAt(path, {})]).toEqual([path, 'Desert safari'])
  }
  const status = await call('POST /api/tracking-lookups', { reference: booking.booking_reference }, reading)
  expect(status.json()).toMatchObject({ access: 'status', service_title: title })
})

test('staff change the language of a booking; the audit trail keeps both', async () => {
  const { booking } = await book()
  const read = async () => (await call(`GET /api/admin/bookings/${booking.id}`, undefined, owner.headers)).json()
  const { customer_name, customer_email, customer_phone, version } = (await read()) as Record<string, never>
  const fields = { selected_language: '', pickup_location: '', special_requests: '', tell_customer: false }
  const input = { customer_name, customer_email, customer_phone: customer_phone ?? '', ...fields, version }
  const path = `PUT /api/admin/bookings/${booking.id}/details`
  expect((await call(path, { ...input, language: 'tlh' }, owner.headers)).status).toBe(422)
  // Left out, it stays.
  expect((await call(path, input, owner.headers)).json().language).toBe(other)
  expect((await call(path, { ...input, version, language: 'en' }, owner.headers)).json().language).toBe('en')
  expect(await trail('booking.corrected')).toEqual({ before: { language: other }, after: { language: 'en' } })
})

test('a sale by staff has the language that they choose, never that of the back office', async () => {
  const sell = async (more: object) => {
    const { status, json } = await call('POST /api/admin/bookings', { ...safariForTwo, ...more }, owner.headers)
    expect(status).toBe(200)
    return (json() as { booking: { language: string | null } }).booking.language
  }
  expect(await sell({ customer_email: 'one@example.com', language: other })).toBe(other)
  expect(await sell({ customer_email: 'two@example.com' })).toBeNull()
})

let read = 0
async function newMails() {
  await shop.runJobs()
  const fresh = shop.outbox.slice(read)
  read = shop.outbox.length
  return fresh
}
const isPseudo = (words: string | undefined) => /^\[.*\]$/.test(words ?? '')

test('mails, vouchers and calendar entries have the name of the agency as translated; the agency itself has the original', async () => {
  const at = `/api/admin/setting-translations/${other}`
  await call('PUT /api/admin/settings', { settings: { site_title: 'Asha Travel', company_name: '' } }, owner.headers)
  const rename = async (value: string) => {
    const { version } = (await call(`GET ${at}`, undefined, owner.headers)).json() as { version: number }
    const fields = [{ path: 'site_title', source: 'x', value }]
    expect((await call(`PUT ${at}`, { version, fields }, owner.headers)).status).toBe(200)
  }
  await rename('آشا للسفر')
  await newMails()
  const { booking } = await book()
  const mails = await newMails()
  const named = (isCustomer: boolean) =>
    mails
      .filter(({ to }) => to.startsWith('reader') === isCustomer)
      .map(({ html }) => /آشا للسفر|Asha Travel/.exec(html)?.[0])
  expect([named(true), named(false)]).toEqual([['آشا للسفر'], ['Asha Travel']])
  expect((await writeCalendarFile(shop.shop.deps, booking.id)).bytes.toString().replace(/\r\n[ \t]/g, '')).toContain(
    'آشا للسفر',
  )
  expect(sellerOf(await readSettings(core), other).name).toBe('آشا للسفر')
  expect(sellerOf(await readSettings(core), 'en').name).toBe('Asha Travel')
  await rename('')
})

test('mails that staff trigger are in the language of the booking, with its direction and its links', async () => {
  const { booking } = await book()
  await newMails()
  await call(`POST /api/admin/bookings/${booking.id}/confirmation`, {}, owner.headers)
  const [mail] = await newMails()
  expect(isPseudo(mail?.subject)).toBe(true)
  expect(mail?.html).toContain('<html lang="ar-XB" dir="rtl">')
  expect(mail?.html).toContain('<body dir="rtl"')
  expect(mail?.html).toMatch(/href="http:\/\/[^"]+\/ar-xb\/track-booking\?bookingId=/)
  expect(mail?.text).toMatch(/^http:\/\/\S+\/ar-xb\/track-booking\S+$/m)
  // Values keep their own direction, addresses have no marks.
  expect(mail?.html).toContain('\u206820 ديسمبر 2026\u2069')
  expect(mail?.html).not.toMatch(/(?:href|style|dir)="[^"]*[\u2068\u2069]/)
  const plain = await book({})
  await newMails()
  await call(`POST /api/admin/bookings/${plain.booking.id}/confirmation`, {}, owner.headers)
  const [english] = await newMails()
  expect(english?.subject).toMatch(/^Your booking \w+ is confirmed$/)
  expect(english?.html).toContain('<html lang="en" dir="ltr">')
  expect(english?.html).not.toMatch(/[\u2068\u2069]/)
})

test('the alert to the agency stays in the default language, whatever the customer reads', async () => {
  const { booking } = await book()
  const mails = await newMails()
  const [own, alert] = [
    mails.find(({ to }) => to.startsWith('reader')),
    mails.find(({ to }) => !to.startsWith('reader')),
  ]
  expect([isPseudo(own?.subject), alert?.subject]).toEqual([true, expect.stringMatching(/^New booking /)])
  expect(own?.text).toContain(`/ar-xb/booking-payment?bookingId=${booking.id}`)
})

test('a template is edited for each language; what nobody has edited is the text of the shop in it', async () => {
  const at = 'PUT /api/admin/mail-templates/booking_confirmation'
  const templates = async (language: string) =>
    (await call(`GET /api/admin/mail-templates?language=${language}`, undefined, owner.headers)).json() as unknown as {
      template_name: string
      version: number
      subject: string
      isDefault: boolean
    }[]
  const shown = async (language: string) =>
    (await templates(language)).find(({ template_name }) => template_name === 'booking_confirmation')
  const edit = async (language: string, subject: string, version: number) =>
    call(at, { language, subject, html_body: '<p>{{booking_status}}</p>', is_active: true, version }, owner.headers)
  const confirmed = async () => {
    const { booking } = await book()
    await newMails()
    await call(`POST /api/admin/bookings/${booking.id}/confirmation`, {}, owner.headers)
    const [mail] = await newMails()
    return mail
  }
  expect((await edit('en', 'See you soon', (await shown('en'))?.version ?? 0)).status).toBe(200)
  const builtIn = await confirmed()
  expect([isPseudo(builtIn?.subject), builtIn?.html.includes('lang="ar-XB"')]).toEqual([true, true])

  expect(await shown(other)).toMatchObject({ version: 0, isDefault: true })
  expect((await edit(other, 'نراك قريبًا', 1)).status).toBe(409)
  expect((await edit(other, 'نراك قريبًا', 0)).status).toBe(200)
  expect((await edit(other, 'مرة أخرى', 0)).status).toBe(409)
  expect(await shown(other)).toMatchObject({ version: 1, isDefault: false, subject: 'نراك قريبًا' })
  expect(await shown('en')).toMatchObject({ subject: 'See you soon' })
  const edited = await confirmed()
  expect([edited?.subject, edited?.html.includes('lang="ar-XB"')]).toEqual(['نراك قريبًا', true])
  const inside = [...(edited?.html ?? '').matchAll(/<p>([^<]*)<\/p>/g)].map(([, words]) => words)
  expect(inside).toContainEqual(expect.stringContaining(pseudoMessage('Confirmed')))

  const reset = await call(
    'POST /api/admin/mail-templates/booking_confirmation/default',
    { language: other, version: 1 },
    owner.headers,
  )
  expect(reset.json()).toMatchObject({ version: 0, isDefault: true })
  expect(isPseudo((await confirmed())?.subject)).toBe(true)
  expect((await edit('tlh', 'Qapla', 0)).status).toBe(422)
  expect((await edit('constructor', 'x', 0)).status).toBe(422)
})

test('a text of a mail that was reset and written anew is not overwritten by an editor opened before', async () => {
  const at = '/api/admin/mail-templates/booking_confirmation'
  const save = async (subject: string, version: number) => {
    const words = { language: other, subject, html_body: '<p>{{booking_status}}</p>', is_active: true, version }
    const { status, json } = await call(`PUT ${at}`, words, owner.headers)
    return { status, version: Number(json().version) }
  }
  const first = await save('أولًا', 0)
  const reset = await call(`POST ${at}/default`, { language: other, version: first.version }, owner.headers)
  expect(reset.json()).toMatchObject({ version: 0 })
  const anew = await save('ثانيًا', 0)
  expect((await save('قديم', first.version)).status).toBe(409)
  expect((await save('ثالثًا', anew.version)).status).toBe(200)
})

test('a link that an account asks for opens its page in the language of the account', async () => {
  await call('POST /api/auth/request-password-reset', { email: 'new@example.com' })
  const mail = (await newMails()).find(({ to }) => to === 'new@example.com')
  expect(isPseudo(mail?.subject)).toBe(true)
  expect(mail?.text).toMatch(/\/ar-xb\/reset-password\?token=/)
})

describe('documents of a booking', () => {
  const printed: PdfJob[] = []
  const real = openPdfRenderer()
  const renderer: PdfRenderer = {
    render: (job) => {
      printed.push(job)
      return real.render(job)
    },
  }
  const deps = { ...core, pdfRenderer: renderer }
  const confirmed = async () => {
    const { booking } = await book()
    await call(`POST /api/admin/bookings/${booking.id}/confirmation`, {}, owner.headers)
    return booking
  }

  test('the voucher is written and mirrored in the language of the booking', async () => {
    const booking = await confirmed()
    const { name, bytes } = await printVoucher(deps, booking.id)
    expect(name).toMatch(/^\[[^\u2066-\u2069]+\]\.pdf$/)
    expect(bytes.toString('latin1')).toContain('/Lang (ar-XB)')
    const job = printed.at(-1) as Extract<PdfJob, { type: 'voucher' }>
    expect(job.language).toBe(other)
    expect(job.notes.every(isPseudo)).toBe(true)
    expect(job.facts.every(({ label }) => isPseudo(label))).toBe(true)
    expect(job.facts[0]?.value).toBe('20 ديسمبر 2026')
  })

  test('an invoice keeps the language it was issued in', async () => {
    const booking = await confirmed()
    await printInvoice(deps, booking.id)
    const issued = printed.at(-1) as Extract<PdfJob, { type: 'invoice' }>
    expect([issued.content.language, issued.content.lines.every(({ text }) => isPseudo(text))]).toEqual([other, true])
    await core.db.updateTable('bookings').set({ language: 'en' }).where('id', '=', booking.id).execute()
    await printInvoice(deps, booking.id)
    expect((printed.at(-1) as typeof issued).content).toEqual(issued.content)
  })

  test('the calendar entry is in that language, with a link to its tracker', async () => {
    const booking = await confirmed()
    const file = (await writeCalendarFile(deps, booking.id)).bytes.toString().replace(/\r\n[ \t]/g, '')
    expect(file).toContain('/ar-xb/track-booking?reference=')
    expect(file).toMatch(/DESCRIPTION:\[/)
  })
})
