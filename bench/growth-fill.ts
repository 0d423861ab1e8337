// Fills the tables that grow with every change: audit entries and history of ten years, mails, events of two days.
import type pg from 'pg'

const years = 10

/** A UUIDv7 of the time `made`, so that rows lie on the disk as real ones do. */
const idOfTime = `(lpad(to_hex((extract(epoch from made) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
  || '8' || substr(md5(n::text), 4, 15))::uuid`
const spread = (rows: number, span: string): string =>
  `select n, now() - interval '${span}' * (1 - n / ${rows}.0) as made from generate_series(1, ${rows}) as n`

/** What staff do, in ten-thousandths: who sells does not write items, and who writes items does not sell. */
const deeds: readonly (readonly [share: number, subjectType: string, action: string, team: Team])[] = [
  [1_600, 'booking', 'booking.confirm', 'sales'],
  [1_500, 'booking', 'booking.notes-saved', 'sales'],
  [1_300, 'booking', 'booking.arrived', 'sales'],
  [900, 'booking', 'booking.document-accepted', 'sales'],
  [700, 'booking', 'payment.transfer-approved', 'sales'],
  [400, 'customer', 'customer.changed', 'sales'],
  [300, 'enquiry', 'enquiry.answered', 'sales'],
  [900, 'booking', 'booking.cancel', 'shop'],
  [600, 'booking', 'refund.settled', 'shop'],
  [1_200, 'service', 'service.updated', 'content'],
  [200, 'price_change', 'prices.changed', 'content'],
  [200, 'departure', 'departures.places_set', 'content'],
  [100, 'review', 'review.published', 'content'],
  [50, 'promo_code', 'promo.created', 'content'],
  [48, 'settings', 'settings.saved', 'owner'],
  [1, 'mail-template', 'mail-template.saved', 'owner'],
  [1, 'user', 'staff.role-changed', 'owner'],
]
type Team = 'sales' | 'content' | 'owner' | 'shop'

const deedRows = (): string => {
  let end = 0
  const ranges = deeds.map(([share, type, action, team]) => {
    end += share
    return `(${end - share}, ${end - 1}, '${type}', '${action}', '${team}')`
  })
  return `select slot, type, action, team from (values ${ranges.join(', ')}) as deed (first, last, type, action, team),
    generate_series(first, last) as slot`
}
const chance = (seed: number, sides: number): string => `((hashint8extended(n, ${seed}) & 1073741823) % ${sides})`

/** Ten who sell, the first of them most; `staff-16` sold in the first year alone. Five write, one owns. */
const personOf = `'staff-' || case team
  when 'sales' then case when n < ROWS / 10 and n % 7 = 0 then 16 else ${chance(2, 10)} * ${chance(3, 10)} / 10 end
  when 'content' then 10 + ${chance(2, 5)}
  when 'owner' then 15 end`

const auditRows = (rows: number): string => `
  insert into TABLE (id, actor_id, actor_name, action, subject_type, subject_id, before, after, at, part_of)
  select ${idOfTime}, ${personOf.replace('ROWS', String(rows))}, case team when 'shop' then 'Safar' else 'Member of staff' end,
    action, type, md5((n / 5)::text)::uuid::text,
    jsonb_build_object('booking_status', 'pending', 'version', n % 9, 'admin_notes', repeat('a note ', 6)),
    jsonb_build_object('booking_status', 'confirmed', 'version', n % 9 + 1, 'admin_notes', repeat('a note ', 6)),
    made, case when n % 10 = 0 then 'run-' || n / 5000 end
  from (${spread(rows, `${years} years`)}) each join (${deedRows()}) deed on slot = ${chance(1, 10_000)}`

const fillings: Readonly<Record<string, (rows: number) => string>> = {
  audit_entries: (rows) => auditRows(rows).replace('TABLE', 'audit_entries'),
  booking_history: (rows) => `
    insert into booking_history (booking_id, event, actor, actor_id, data, at)
    select booking.id, 'booking-changed', 'admin', 'staff-' || n % 20,
      jsonb_build_object('actorName', 'Member of staff', 'from', 'pending', 'to', 'confirmed'), made
    from (${spread(rows, `${years} years`)}) each
    join (select id, row_number() over (order by id) - 1 as place from bookings) booking on booking.place = n % BOOKINGS`,
  mail_messages: (rows) => `
    insert into mail_messages (id, template_name, booking_id, to_address, subject, html, text, status, attempts, message_id,
      dedupe_key, created_at, sent_at)
    select ${idOfTime}, 'confirmation', booking.id, 'traveller' || n || '@mail.example', 'Your booking is confirmed',
      repeat('<p>Your booking is confirmed.</p>', 20), repeat('Your booking is confirmed. ', 10), 'sent', 1,
      'bench-' || n, 'bench-' || n, made, made
    from (${spread(rows, `${years} years`)}) each
    join (select id, row_number() over (order by id) - 1 as place from bookings) booking on booking.place = n % BOOKINGS`,
  events: (rows) => `
    insert into events (id, name, payload, occurred_at, heard_at)
    select ${idOfTime}, 'booking.confirmed', jsonb_build_object('bookingId', md5(n::text)::uuid), made, made + interval '1 second'
    from (${spread(rows, '2 days')}) each`,
}

/** Rows as they lie after ten years. Without triggers and foreign keys; indexes are built at the end. */
export async function fill(pool: pg.Pool, table: string, rows: number): Promise<void> {
  const filling = fillings[table]
  if (!filling) throw new Error(`Nothing fills ${table}`)
  await withoutLimits(pool, async (client) => {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = $1::regclass and not indisunique`,
      [table],
    )
    // All or nothing: an interrupted run must not leave a table without its indexes.
    await client.query('begin')
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    const { rows: counted } = await client.query<{ n: number }>('select count(*)::int as n from bookings')
    await client.query(filling(rows).replaceAll('BOOKINGS', String(counted[0]?.n ?? 1)))
    for (const { definition } of indexes) await client.query(definition)
    await client.query('commit')
    await client.query(`analyze ${table}`)
  })
  await pool.query('checkpoint')
}

/** The audit trail in monthly partitions, with the same rows and indexes, named `audit_by_month`. */
export async function fillPartitions(pool: pg.Pool, rows: number): Promise<void> {
  await withoutLimits(pool, async (client) => {
    await client.query(`create table audit_by_month (like audit_entries including defaults) partition by range (at)`)
    await client.query(`do $$ declare month date; begin
      for month in select generate_series(date_trunc('month', now() - interval '${years} years'),
          date_trunc('month', now() + interval '1 month'), interval '1 month') loop
        execute format('create table audit_of_%s partition of audit_by_month for values from (%L) to (%L)',
          to_char(month, 'YYYY_MM'), month, month + interval '1 month');
      end loop;
    end $$`)
    await client.query(auditRows(rows).replace('TABLE', 'audit_by_month'))
    await client.query('alter table audit_by_month add primary key (id, at)')
    const { rows: indexes } = await client.query<{ definition: string }>(
      `select pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = 'audit_entries'::regclass and not indisunique`,
    )
    for (const { definition } of indexes)
      await client.query(
        definition.replace(/INDEX (\w+) ON public\.audit_entries/, 'INDEX $1_month ON public.audit_by_month'),
      )
    await client.query('analyze audit_by_month')
  })
  await pool.query('checkpoint')
}

export async function withoutLimits<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
      set synchronous_commit = off; set maintenance_work_mem = '512MB'; set session_replication_role = replica`)
    return await work(client)
  } finally {
    client.release(true)
  }
}
