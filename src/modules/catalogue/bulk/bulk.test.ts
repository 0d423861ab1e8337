import { deflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import type { UploadRow, UploadView } from './contract.ts'
import { runBatch } from './jobs.server.ts'
import { batchSize, maxRows } from './limits.ts'

let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  staff = (await shop.signIn('content')).headers
})

const boundary = 'table-boundary'
async function send(kind: string, file: string | Buffer, name = 'tours.csv', headers: Record<string, string> = staff) {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from(`\r\n--${boundary}--\r\n`)])
  return shop.app.inject({
    method: 'POST',
    url: `/api/admin/catalogue-uploads?kind=${kind}`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
}
async function stage(kind: string, file: string | Buffer, name?: string): Promise<UploadView> {
  const answer = await send(kind, file, name)
  expect(answer.statusCode, answer.body).toBe(201)
  await shop.runJobs()
  return get(answer.json<UploadView>().id)
}
const address = (id: string) => `/api/admin/catalogue-uploads/${id}`
const get = async (id: string) =>
  (await shop.call(`GET ${address(id)}`, undefined, staff)).json() as unknown as UploadView
async function commit(id: string): Promise<UploadView> {
  const answer = await shop.call(`POST ${address(id)}/commit`, {}, staff)
  expect(answer.status, answer.text).toBe(200)
  await shop.runJobs()
  return get(id)
}
const rowsOf = async (id: string, query = '') =>
  ((await shop.call(`GET ${address(id)}/rows?${query}`, undefined, staff)).json() as { items: UploadRow[] }).items
const download = (url: string) => shop.app.inject({ url, headers: staff })
const tours = (like: string) =>
  shop.core.db
    .selectFrom('services')
    .selectAll()
    .where('kind', '=', 'tour')
    .where('title', 'like', like)
    .orderBy('title')
    .execute()

describe('the file', () => {
  it('holds schedules as lines, whose errors name the schedule and the field', async () => {
    const line = '2027-06-01.. Mon-Fri 09:00 places=20 price_adult=99.00'
    const file = [
      'Title,Currency,Adult price,Schedules',
      `Scheduled,AED,120,${line}; closed Sun`,
      `Odd schedule,AED,120,${line}; Sat 25:00`,
      `Odd word,AED,120,${line}; Sat soon`,
    ].join('\r\n')
    const seen = await stage('tour', file)
    expect((await rowsOf(seen.id, 'only=faulty')).flatMap(({ errors }) => errors)).toEqual([
      { column: 'schedules', message: 'Schedule 2, start times: Please enter times as HH:mm' },
      { column: 'schedules', message: expect.stringMatching(/^Schedule 2: “soon” was not understood/) },
    ])
    await commit(seen.id)
    const [tour] = await tours('Scheduled')
    expect(tour?.details.schedules).toMatchObject([
      { from: '2027-06-01', weekdays: [1, 2, 3, 4, 5], times: ['09:00'], capacity: 20, prices: { price_adult: 9_900 } },
      { starts: 'closed', weekdays: [7] },
    ])
  })
  it('holds rules by nationality as lines, and an export of them uploads unchanged', async () => {
    const line = 'IN,PK living=AE price=99.00 days=5 documents=residence_permit; AF unavailable: Ask us\\; we help'
    const file = [
      'Visa type,Country,Currency,Price,Rules by nationality',
      `Ruled,Oman,USD,120,"${line}"`,
      'Odd country,Oman,USD,120,XX price=5',
      'Odd word,Oman,USD,120,IN cost=5',
    ].join('\r\n')
    const seen = await stage('visa', file)
    expect((await rowsOf(seen.id, 'only=faulty')).flatMap(({ errors }) => errors)).toEqual([
      { column: 'nationality_rules', message: expect.stringContaining('choose a country from the list') },
      { column: 'nationality_rules', message: expect.stringContaining('A rule cannot be read') },
    ])
    await commit(seen.id)
    const stored = await shop.core.db
      .selectFrom('services')
      .select('details')
      .where('title', '=', 'Oman Ruled')
      .executeTakeFirstOrThrow()
    expect(stored.details.nationality_rules).toMatchObject([
      { nationalities: ['IN', 'PK'], residences: ['AE'], price: 9_900, documents: ['residence_permit'] },
      { nationalities: ['AF'], is_available: false, next_step: 'Ask us; we help' },
    ])
    const exported = (await download('/api/admin/catalogue-export?kind=visa&format=csv')).body
    expect(exported).toContain(line)
    const again = await stage('visa', exported)
    expect(again.counts).toMatchObject({ same: 1, invalid: 0 })
  })
  it('changes nothing in items that were stored before a field existed', async () => {
    const [first] = await tours('Scheduled')
    await sql`update services set details = details - 'schedules' where id = ${first?.id}`.execute(shop.core.db)
    const again = await stage('tour', ['Slug,Title', `${first?.slug},Scheduled`].join('\r\n'))
    expect(again.counts).toMatchObject({ same: 1 })
  })
  it('loses only the row with a stray quote, whose line is named, also after a check with other columns', async () => {
    const seen = await stage('tour', 'Title,Adult price\nInches one,10\n5" screen,20\nInches two,30\n')
    expect(seen.counts).toMatchObject({ create: 2, invalid: 1 })
    const message = expect.stringMatching(/^Line 3 of the file has a stray or missing quote/)
    expect(seen.faults).toMatchObject([{ column: '', message, rows: [3] }])
    await shop.call(`PUT ${address(seen.id)}/mapping`, { mapping: ['title', 'price_adult'] }, staff)
    await shop.runJobs()
    expect((await get(seen.id)).faults).toMatchObject([{ message }])
    await commit(seen.id)
    expect((await tours('Inches%')).map(({ title }) => title)).toEqual(['Inches one', 'Inches two'])
  })

  it('marks columns with similar names, and new rows with the title of an item or of an earlier row', async () => {
    await commit((await stage('tour', 'Title,Adult price\nTwice sold,10\n')).id)
    const file = 'Titel,Adult price,High lights\nUnlike,10,\nTwice Sold,10,Music\nNew one,10,\nnew one,10,\n'
    const seen = await stage('tour', file)
    expect(seen).toMatchObject({ mapping: ['title', 'price_adult', 'highlights'], guessed: [0, 2] })
    expect(seen.counts).toMatchObject({ create: 4, warned: 2, invalid: 0 })
    expect((await rowsOf(seen.id, 'only=warned')).map(({ row, warning }) => [row, warning])).toEqual([
      [3, 'Another item has this title. Without its slug, this row becomes a second one'],
      [5, 'Row 4 has the same title'],
    ])
    expect((await commit(seen.id)).counts).toMatchObject({ stored: 4, warned: 2 })
  })

  it('is checked before storing; valid rows are stored and invalid ones reported [A297, A299, A300]', async () => {
    const file = [
      'Title,Adult price,Highlights,Status',
      'Good first,120.50,Dinner; Music,',
      ',10,,',
      'No price,,,',
      'Odd price,cheap,,on',
      'Good last,75,,inactive',
    ].join('\r\n')
    const seen = await stage('tour', file)
    expect(seen).toMatchObject({ state: 'checked', mapping: ['title', 'price_adult', 'highlights', 'status'] })
    expect(seen.counts).toMatchObject({ total: 5, checked: 5, create: 2, invalid: 3, stored: 0 })
    expect(await tours('Good%')).toEqual([])
    expect(
      (await rowsOf(seen.id, 'only=faulty')).map(({ row, errors }) => [row, errors.map(({ column }) => column)]),
    ).toEqual([
      [3, ['title']],
      [4, ['price_adult']],
      [5, ['status', 'price_adult']],
    ])
    expect(seen.faults[0]).toMatchObject({ column: 'price_adult', count: 2, rows: [4, 5] })
    const done = await commit(seen.id)
    expect(done).toMatchObject({ state: 'done', counts: { stored: 2, failed: 0, invalid: 3 } })
    expect((await tours('Good%')).map(({ title, status }) => [title, status])).toEqual([
      ['Good first', 'active'],
      ['Good last', 'inactive'],
    ])
    const rejected = await download(`${address(seen.id)}/rejected.csv`)
    const rows = parse(rejected.body, { bom: true })
    expect(rows.map((row) => row.at(-2))).toEqual(['Row', '3', '4', '5'])
    expect(rows[2]?.slice(0, 2)).toEqual(['No price', ''])
    expect(rows[2]?.at(-1)).toMatch(/^price_adult: /)
    // Storing the same upload again would duplicate its items.
    expect((await shop.call(`POST ${address(seen.id)}/commit`, {}, staff)).status).toBe(409)
  })

  it('may be CSV with quotes, commas, line breaks and lists with semicolons [A295]', async () => {
    const file =
      'title,price_adult,description,highlights\n"Quoted, ""one""",120.5,"First line\nsecond, line","Dinner; Music"'
    const done = await commit((await stage('tour', file)).id)
    expect(done).toMatchObject({ state: 'done', counts: { total: 1, stored: 1, failed: 0 } })
    const [tour] = await tours('Quoted%')
    expect(tour).toMatchObject({ title: 'Quoted, "one"', status: 'active', currency: 'USD', from_minor: 12_050 })
    expect(tour?.details).toMatchObject({
      description: 'First line\nsecond, line',
      highlights: ['Dinner', 'Music'],
      category: 'tour',
      languages: ['English'],
    })
  })

  it('is required together with a type; otherwise nothing is stored [A293]', async () => {
    for (const answer of [await send('', 'title\nX'), await send('tour', '')]) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ title: 'Please select upload type and file' })
    }
  })

  it('is rejected when not a table, an old Excel file, too large or too long, and never read as text [A296, A302]', async () => {
    const long = `title,price_adult\n${'Row,1\n'.repeat(50_000)}`
    const cases: [Buffer | string, RegExp][] = [
      [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^Failed to process upload\. .*old Excel/],
      [Buffer.from('PK\u0003\u0004 no archive'), /^Failed to process upload\. .*neither a CSV/],
      [bomb(400 * 1024 * 1024), /^Failed to process upload\. .*too large/],
      [Buffer.from([0x74, 0xff, 0xfe, 0x0a]), /^Failed to process upload\. .*neither a CSV/],
      ['"title,price_adult\nopen', /^Failed to process upload\. .*neither a CSV/],
      ['title,price_adult\n', /^Failed to process upload\. .*first row/],
      [long, /^Failed to process upload\. .*more than 10,000/],
      [Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), /^Failed to process upload\. .*too large/],
    ]
    const before = await shop.core.db.selectFrom('catalogue_uploads').select('id').execute()
    for (const [file, reason] of cases) {
      const answer = await send('tour', file)
      expect(answer.statusCode, String(reason)).toBe(422)
      expect(answer.json<{ title: string }>().title).toMatch(reason)
    }
    expect(await shop.core.db.selectFrom('catalogue_uploads').select('id').execute()).toEqual(before)
  })

  it('may have 10,000 rows, and not one more [A296]', async () => {
    const rows = (count: number) => `title,price_adult\n${'Row,1\n'.repeat(count)}`
    expect((await send('tour', rows(maxRows + 1))).statusCode).toBe(422)
    const answer = await send('tour', rows(maxRows))
    expect(answer.statusCode, answer.body).toBe(201)
    const upload = answer.json<UploadView>()
    expect(upload.counts.total).toBe(10_000)
    // Unchecked: batches are tested below.
    await shop.core.db.deleteFrom('catalogue_uploads').where('id', '=', upload.id).execute()
  })

  it('can only be uploaded by catalogue staff', async () => {
    for (const role of ['customer', 'support'] as const) {
      const { headers } = await shop.signIn(role)
      expect((await send('tour', 'title\nX', 'a.csv', headers)).statusCode).toBe(403)
      for (const url of ['/api/admin/catalogue-export?kind=tour', '/api/admin/catalogue-template?kind=tour'])
        expect((await shop.app.inject({ url, headers })).statusCode).toBe(403)
    }
    expect((await send('tour', 'title\nX', 'a.csv', {})).statusCode).toBe(401)
  })
})

/** A zip bomb: one entry of zeros whose header claims a small size. */
function bomb(size: number): Buffer {
  const data = deflateRawSync(Buffer.alloc(size))
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const field = Buffer.alloc(26)
  field.writeUInt16LE(20, 0)
  field.writeUInt16LE(8, 4)
  field.writeUInt32LE(data.length, 14)
  field.writeUInt32LE(1000, 18)
  field.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), field, name, data])
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), field, Buffer.alloc(14), name])
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

describe('rows', () => {
  it('with the slug of an existing item update it, unless it changed meanwhile', async () => {
    const made = await commit(
      (await stage('tour', 'title,slug,price_adult\nMoving A,moving-a,10\nMoving B,moving-b,10')).id,
    )
    expect(made.counts.stored).toBe(2)
    const file = 'slug,price_adult\nmoving-a,20\nmoving-b,20\nmoving-a,30\nmoving-c,20'
    const seen = await stage('tour', file)
    expect(seen.counts).toMatchObject({ update: 2, invalid: 2 })
    const b = (await tours('Moving B'))[0]
    const change = { version: b?.version, summary: 'Mine' }
    expect((await shop.call(`PATCH /api/admin/services/${b?.id}`, change, staff)).status).toBe(200)
    expect((await commit(seen.id)).counts).toMatchObject({ stored: 1, failed: 1 })
    expect((await tours('Moving%')).map(({ from_minor, summary }) => [from_minor, summary])).toEqual([
      [2000, ''],
      [1000, 'Mine'],
    ])
    const [audit] = await shop.core.db
      .selectFrom('audit_entries')
      .select(['actor_name', 'after'])
      .where('action', '=', 'catalogue.upload-done')
      .where('subject_id', '=', seen.id)
      .execute()
    expect(audit).toEqual({ actor_name: 'Test content', after: { stored: 1, refused: 3 } })
  })

  it('of a kind with one active item fail when there is another', async () => {
    const seen = await stage('ok_to_board', 'title\nFirst clearance\nSecond clearance')
    expect((await commit(seen.id)).counts).toMatchObject({ stored: 1, failed: 1 })
  })

  it('can be checked again with another mapping of real fields, each used once', async () => {
    const seen = await stage('tour', 'Name,Cost\nMapped,12')
    expect(seen).toMatchObject({ mapping: [null, null], counts: { invalid: 1 } })
    const map = (mapping: unknown) => shop.call(`PUT ${address(seen.id)}/mapping`, { mapping }, staff)
    for (const mapping of [['title', 'title'], ['title', 'rating'], ['title']])
      expect((await map(mapping)).status).toBe(422)
    expect((await map(['title', 'price_adult'])).status).toBe(200)
    await shop.runJobs()
    expect((await get(seen.id)).counts).toMatchObject({ create: 1, invalid: 0 })
  })
})

describe('a long upload', () => {
  it('is processed one batch at a time, whatever its length', async () => {
    let most = 0
    const heard = new WeakSet<object>()
    shop.core.pool.on('acquire', (client) => {
      if (heard.has(client)) return
      heard.add(client)
      const query = client.query.bind(client) as (...args: unknown[]) => Promise<{ rows?: unknown[] } | undefined>
      client.query = (async (...args: unknown[]) => {
        const result = await query(...args)
        most = Math.max(most, result?.rows?.length ?? 0)
        return result
      }) as unknown as typeof client.query
    })
    const file = `title,price_adult\n${Array.from({ length: 450 }, (_, n) => `In hand ${n},10`).join('\n')}`
    const done = await commit((await stage('tour', file)).id)
    expect(done).toMatchObject({ state: 'done', counts: { stored: 450 } })
    expect(most).toBe(batchSize)
  })
})

describe('an interrupted upload', () => {
  it('leaves whole batches, reports the stored rows and resumes', async () => {
    const file = `title,price_adult\n${Array.from({ length: 450 }, (_, n) => `Batched ${n},10`).join('\n')}`
    const seen = await stage('tour', file)
    await shop.call(`POST ${address(seen.id)}/commit`, {}, staff)
    await runBatch(shop.shop.deps, seen.id)
    // Breaks the second batch in its last row, like a power failure.
    await sql`create function break_off() returns trigger language plpgsql as
      $$ begin if new.title = 'Batched 399' then raise 'gone'; end if; return new; end $$`.execute(shop.core.db)
    await sql`create trigger break_off before insert on services for each row execute function break_off()`.execute(
      shop.core.db,
    )
    await expect(runBatch(shop.shop.deps, seen.id)).rejects.toThrow('gone')
    expect(await tours('Batched%')).toHaveLength(200)
    expect((await get(seen.id)).counts).toMatchObject({ stored: 200, failed: 0 })
    await sql`drop trigger break_off on services`.execute(shop.core.db)
    await shop.runJobs()
    expect(await get(seen.id)).toMatchObject({ state: 'done', counts: { stored: 450, failed: 0 } })
    expect(await tours('Batched%')).toHaveLength(450)
  })
})

describe('templates and exports', () => {
  it.each([
    ['tour', 'title,price_adult', ',10'],
    ['package', 'title,price_adult,location,days,nights', ',10,Dubai,3,2'],
    ['ticket', 'title,price_adult', ',10'],
    ['visa', 'visa_type,country,price', ',UAE,10'],
  ])('for a %s can be uploaded and appear in its section and in the shop [A292]', async (kind, head, rest) => {
    const title = `Brought ${kind}`
    const done = await commit((await stage(kind, `${head}\n${title}${rest}`)).id)
    expect(done.counts, JSON.stringify(done.faults)).toMatchObject({ stored: 1 })
    for (const [route, headers] of [
      [`/api/admin/services?kind=${kind}&q=brought`, staff],
      [`/api/services/${kind}?q=brought`, {}],
    ] as const) {
      const { items } = (await shop.call(`GET ${route}`, undefined, headers)).json() as { items: { title: string }[] }
      expect(
        items.map((item) => item.title),
        route,
      ).toEqual([expect.stringContaining(title)])
    }
  })

  it('are accepted for every kind, as CSV and as XLSX [A294]', async () => {
    for (const { key } of shop.core.kinds.all) {
      for (const format of ['csv', 'xlsx']) {
        const template = await download(`/api/admin/catalogue-template?kind=${key}&format=${format}`)
        expect(template.statusCode, template.body).toBe(200)
        const seen = await stage(key, template.rawPayload, `template.${format}`)
        expect(seen.mapping, key).not.toContain(null)
        expect(seen.counts, `${key} ${format} ${JSON.stringify(seen.faults)}`).toMatchObject({ total: 1, create: 1 })
      }
    }
  })

  it('can be uploaded again without changes', { timeout: 120_000 }, async () => {
    const file = `title,price_adult,summary,highlights,itinerary,faq,meeting_coordinates,is_featured\n"=1+1",99,'-x,"a\\; b;c","[{""title"":""Day"",""description"":""x""}]","Far? No; Free? A = b","25.2,55.3",yes`
    expect((await commit((await stage('tour', file)).id)).counts.stored).toBe(1)
    const before = await tours('%')
    for (const format of ['csv', 'xlsx']) {
      const exported = await download(`/api/admin/catalogue-export?kind=tour&format=${format}`)
      if (format === 'csv') expect(exported.body).toContain("'=1+1")
      const seen = await stage('tour', exported.rawPayload)
      expect(seen.counts, JSON.stringify(seen.faults)).toMatchObject({ total: before.length, same: before.length })
      await commit(seen.id)
    }
    expect(await tours('%')).toEqual(before)
    expect(before.find(({ title }) => title === '=1+1')).toMatchObject({ summary: '-x', is_featured: true })
    const faq = [
      { question: 'Far?', answer: 'No' },
      { question: 'Free?', answer: 'A = b' },
    ]
    const details = { faq, meeting_coordinates: '25.2, 55.3' }
    expect(before.find(({ title }) => title === '=1+1')).toMatchObject({ details })
  })
})
