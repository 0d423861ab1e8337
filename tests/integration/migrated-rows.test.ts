/** Rows of earlier versions after the migrations that change stored data. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldText } from '../../src/kernel/fold-text.ts'
import { hasMarkup, markedHtml, plainOf } from '../../src/kernel/marked-text.ts'
import { migrate, readMigrations } from '../../src/platform/db/migrate.server.ts'
import { testDatabase } from '../support/database.ts'

/** A database whose schema is the one before the named migration. */
async function before(name: string) {
  const core = (await testDatabase({ bare: true })).openCore()
  const all = await readMigrations()
  await migrate(
    core.pool,
    all.filter((migration) => migration.name < name),
  )
  return { ...core, finish: () => migrate(core.pool, all) }
}

const ids = (last: number) => `00000000-0000-7000-8000-00000000000${last}`

test('the details of bookings get snake_case keys, and mailboxes keep their dots outside Gmail', async () => {
  const { db, finish } = await before('0048')
  await sql`insert into services (id, kind, slug, title, location, currency, from_minor, details)
    values (${ids(0)}, 'ok_to_board', 'ok-to-board', 'Ok to Board', '', 'INR', 0, '{}')`.execute(db)
  await sql`insert into promo_codes (id, code, amount_minor, currency) values (${ids(9)}, 'SAVE10', 1000, 'INR')`.execute(
    db,
  )
  const rows = [
    [
      'Z.1@Example.com',
      { passengerName: 'Imran "Shaikh": A', passportNumber: 'Z1234567', flightNumber: 'EK501', pnr: '' },
    ],
    [
      'z.1+tours@googlemail.com',
      { booking_option: 'pay_now', travellers: [{ fullName: 'Asha' }, { dateOfBirth: null }] },
    ],
    ['z.1@notgmail.com', { note: 'He wrote "Aa":', acknowledgeShortNotice: true, pages: 2 }],
    ['z@example.com', {}],
  ] as const
  for (const [place, [email, details]] of rows.entries()) {
    await sql`insert into bookings (id, booking_reference, service_id, service_type, service_title, customer_name,
        customer_email, adults_count, currency, price_lines, base_minor, total_minor, final_minor, time_zone, details)
      values (${ids(place + 1)}, ${`TH000000000${place}`}, ${ids(0)}, 'ok_to_board', 'Ok to Board', 'Imran',
        ${email.toLowerCase()}, 1, 'INR', '[]', 0, 0, 0, 'Asia/Dubai', ${JSON.stringify(details)}::jsonb)`.execute(db)
    await sql`insert into promo_uses (booking_id, promo_id, customer_email, discount_minor, currency, used_at)
      values (${ids(place + 1)}, ${ids(9)}, ${email.toLowerCase()}, 1, 'INR', now())`.execute(db)
  }

  await finish()

  const { rows: details } = await sql<{ details: unknown }>`select details from bookings order by id`.execute(db)
  expect(details.map((row) => row.details)).toEqual([
    { passenger_name: 'Imran "Shaikh": A', passport_number: 'Z1234567', flight_number: 'EK501', pnr: '' },
    { booking_option: 'pay_now', travellers: [{ full_name: 'Asha' }, { date_of_birth: null }] },
    { note: 'He wrote "Aa":', acknowledge_short_notice: true, pages: 2 },
    {},
  ])
  const { rows: mailboxes } = await sql<{ customer_mailbox: string }>`
    select customer_mailbox from promo_uses order by booking_id`.execute(db)
  expect(mailboxes.map((row) => row.customer_mailbox)).toEqual([
    'z.1@example.com',
    'z1@gmail.com',
    'z.1@notgmail.com',
    'z@example.com',
  ])
})

test('long texts of items read as before once they are marked texts', async () => {
  const { db, finish } = await before('0105')
  const plain = 'Stay in a 5* hotel [new] for *two*\n\n- not a list\n  ## nor a title\n1. first\n> note\nC:\\temp a_b'
  const details = { overview: plain, terms_conditions: '', price_adult: 100, highlights: ['*kept*'] }
  await sql`insert into services (id, kind, slug, title, location, currency, from_minor, details)
    values (${ids(0)}, 'tour', 'tour', 'Tour', '', 'INR', 0, ${JSON.stringify(details)}::jsonb)`.execute(db)
  await sql`insert into pages (slug, title, body) values ('a', 'A', ${'**b** \\* C:\\temp'})`.execute(db)
  await sql`insert into catalogue_uploads (id, kind, file_name, state, headers, mapping, started_by, created_at)
    values (${ids(1)}, 'tour', 'a.csv', 'checked', '[]', '[]', '{}', now())`.execute(db)
  const old = { columns: { title: 'A *' }, details: { description: '- a' }, added: [] }
  await sql`insert into catalogue_upload_rows (upload_id, line, cells, old_values)
    values (${ids(1)}, 2, '[]', ${JSON.stringify(old)}::jsonb)`.execute(db)

  await finish()

  const stored = await db.selectFrom('services').select('details').executeTakeFirstOrThrow()
  expect(stored.details).toEqual({ ...details, overview: expect.any(String) })
  const overview = String(stored.details.overview)
  expect(hasMarkup(overview)).toBe(false)
  expect(plainOf(overview)).toBe(plain.replace('  ##', '##'))
  expect(overview).toContain('\\- not a list')
  const page = await db.selectFrom('pages').select('body').executeTakeFirstOrThrow()
  expect(markedHtml(page.body)).toBe('<p><strong>b</strong> \\* C:\\temp</p>')
  const row = await db.selectFrom('catalogue_upload_rows').select('old_values').executeTakeFirstOrThrow()
  expect(row.old_values).toEqual({ ...old, details: { description: '\\- a' } })
})

test('searched texts are folded by script: Hindi gets its vowel signs back, Arabic and Urdu their common letters', async () => {
  const { db, finish } = await before('0124')
  const oldFold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const highlights = ['सफ़ारी']
  await sql`insert into services (id, kind, slug, title, summary, location, currency, from_minor, details, search_text)
    values (${ids(0)}, 'tour', 'dunes', 'दुबई', 'Dunes', 'Dubai', 'INR', 0, ${JSON.stringify({ highlights, price_adult: 1 })}::jsonb,
      ${oldFold('दुबई\nDunes\nDubai\nसफ़ारी')})`.execute(db)
  const translate = (language: string, texts: Record<string, unknown>, searched: string) =>
    sql`insert into service_translations (service_id, language, texts, sources, search_text, updated_at)
      values (${ids(0)}, ${language}, ${JSON.stringify(texts)}::jsonb, '{}', ${oldFold(searched)}, now())`.execute(db)
  await translate(
    'hi',
    { title: 'रेत', summary: 'माँ', 'details.highlights': ['ऊँट'], 'details.faq': 'नहीं' },
    'रेत\nमाँ\nऊँट',
  )
  await translate('ur', { title: 'دبئی', summary: 'مکہ' }, 'دبئی\nمکہ')

  await finish()

  const { rows } = await sql<{ language: string; searched: string }>`
    select language, search_text as searched from service_translations order by language`.execute(db)
  expect(rows.map(({ searched }) => searched.split('\n').toSorted())).toEqual([
    ['रेत', 'ऊंट', 'मां'].toSorted(),
    ['دبئی', 'مکہ'].map(foldText).toSorted(),
  ])
  const item = await sql<{ searched: string }>`select search_text as searched from services`.execute(db)
  expect(item.rows[0]?.searched.split('\n')[0]).toBe('दुबई')
  expect(item.rows[0]?.searched.split('\n').toSorted()).toEqual(['dubai', 'dunes', 'दुबई', 'सफारी'])
  const match = await sql<{ is: boolean }>`
    select words @@ ${`'दुबई' & 'रेत' & '${foldText('دبئی')}'`}::tsquery as is from service_search`.execute(db)
  expect(match.rows).toEqual([{ is: true }])
})
