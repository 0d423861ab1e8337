import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../../../bench/statement-counter.ts'
import { multipart } from '../../../../tests/integration/upload-corpus.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { withAlt } from '../../../kernel/picture-edits.ts'
import type { Translated as ItemTranslation } from '../../../kernel/translation-contract.ts'
import type { Progress } from '../../../kernel/translations.ts'
import type { AdminService, AdminServiceRow } from '../contract.ts'

type Body = Record<string, unknown>
type Row = Pick<AdminServiceRow, 'id' | 'title' | 'version' | 'translations'>
let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  staff = (await shop.signIn('content')).headers
})

const call = (route: string, body?: Body) => shop.call(route, body, staff)
async function ok<T>(route: string, body?: Body): Promise<T> {
  const answer = await call(route, body)
  expect(answer.status, `${route}: ${answer.text}`).toBeLessThan(300)
  return answer.json() as T
}
const list = async (query = '') =>
  (await ok<{ items: Row[] }>(`GET /api/admin/services?kind=tour&limit=100&sort=created_at${query}`)).items
/** All items, without the work of listing them. */
const stored = () =>
  shop.core.db.selectFrom('services').select(['id', 'version']).orderBy('created_at').orderBy('id').execute()
const listAll = async () => [...(await list()), ...(await list('&status=archived')), ...(await list('&status=trash'))]
const get = (id: string) => ok<AdminService>(`GET /api/admin/services/${id}`)
const fromScratch = async (id: string) =>
  (await ok<{ items: Row['translations'] }>(`GET /api/admin/services/${id}/translations`)).items
const add = (title: string, details: Body = {}) =>
  ok<AdminService>('POST /api/admin/services', {
    ...{ kind: 'tour', title, summary: 'In short' },
    details: { price_adult: 1_000, location: 'Dubai', highlights: ['Camels'], ...details },
  })
async function translate(id: string, language: string, texts: Body) {
  const address = `/api/admin/services/${id}/translations/${language}`
  const { version, fields } = await ok<ItemTranslation>(`GET ${address}`)
  const sent = fields.flatMap(({ path, source }) => (path in texts ? { path, source, value: texts[path] } : []))
  return call(`PUT ${address}`, { version, fields: sent })
}
const digest = () => shop.shop.jobs['digest-texts']?.({})

const states: Record<string, (progress: Progress) => boolean> = {
  missing: ({ total, translated, outdated }) => translated + outdated < total,
  outdated: ({ outdated }) => outdated > 0,
  complete: ({ total, translated }) => translated === total,
}
/** Lists and filters say what a count of the stored texts says. */
async function expectCounted() {
  const rows = await listAll()
  const counted = new Map(await Promise.all(rows.map(async ({ id }) => [id, await fromScratch(id)] as const)))
  for (const { id, title, translations } of rows) expect(translations, title).toEqual(counted.get(id))
  const shown = await list()
  for (const language of ['hi', 'ar-XB'])
    for (const [state, fits] of Object.entries(states)) {
      const listed = (await list(`&translated=${language}.${state}`)).map(({ id }) => id)
      const wanted = shown.filter(({ id }) => {
        const progress = counted.get(id)?.find((each) => each.language === language)?.progress
        return progress && fits(progress)
      })
      expect(listed.toSorted(), `${language}.${state}`).toEqual(wanted.map(({ id }) => id).toSorted())
    }
}

async function upload(lines: readonly string[]): Promise<string> {
  const { payload, headers } = multipart([{ bytes: lines.join('\n'), name: 'items.csv' }])
  const url = '/api/admin/catalogue-uploads?kind=tour'
  const sent = await shop.app.inject({ method: 'POST', url, payload, headers: { ...staff, ...headers } })
  const { id } = sent.json<{ id: string }>()
  await shop.runJobs()
  await ok(`POST /api/admin/catalogue-uploads/${id}/commit`, {})
  await shop.runJobs()
  return id
}

const word = fc.constantFrom('', 'Camels', 'رمال', 'Dunes "at" dusk', '\u00e9\u2028\ud83d\ude80', 'a\\b')
const texts = fc.record(
  {
    title: word,
    summary: word,
    'details.highlights': fc.array(word, { maxLength: 2 }),
    'details.faq': fc.array(fc.record({ question: fc.constant('Why?'), answer: word }), { maxLength: 1 }),
    'details.itinerary': fc.array(fc.record({ title: word, description: word }), { maxLength: 2 }),
    seo_title: word,
    featured_image: word.map((alt) => withAlt('desert-1', alt)),
    'details.gallery_images': fc
      .array(fc.tuple(fc.constantFrom('desert-1', 'desert-2', 'desert-3'), word), { maxLength: 3 })
      .map((all) => all.map(([name, alt]) => withAlt(name, alt))),
    'pictures.desert-1': word,
    'pictures.desert-2': word,
  },
  { requiredKeys: [] },
)
const step = fc.record({
  act: fc.constantFrom('edit', 'edit', 'translate', 'translate', 'price', 'import', 'copy', 'trash', 'restore'),
  at: fc.nat(20),
  texts,
  language: fc.constantFrom('hi', 'ar-XB'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const acts: Record<string, (row: Pick<Row, 'id' | 'version'>, step: Step) => Promise<unknown>> = {
  edit: async ({ id, version }, { texts: given }) => {
    const of = (isDetail: boolean) =>
      Object.fromEntries(
        Object.entries(given).flatMap(([path, value]) =>
          path.startsWith('details.') === isDetail && !path.startsWith('pictures.')
            ? [[path.replace('details.', ''), value]]
            : [],
        ),
      )
    return call(`PATCH /api/admin/services/${id}`, { version, ...of(false), details: of(true) })
  },
  translate: ({ id }, { texts: given, language }) => translate(id, language, given),
  price: async ({ id, version }, { at }) => {
    const change = { direction: 'raise', by: { unit: 'percent', percent: '10' }, fields: ['price_adult'] }
    const made = await ok<{ id: string | null }>('POST /api/admin/price-changes', {
      ...{ kind: 'tour', change, items: [{ id, version }] },
    })
    if (made.id && at % 2) await ok(`POST /api/admin/price-changes/${made.id}/undo`, {})
  },
  import: async ({ id }, { at, texts: { title = 'Imported' } }) => {
    const { slug } = await get(id)
    const quoted = `"${(title || 'Imported').replaceAll('"', '""')}"`
    const made = await upload(['Slug,Title,Adult price,Highlights', `${slug},${quoted},12,Music`, `,New ${at},5,`])
    if (at % 2) await ok(`POST /api/admin/catalogue-uploads/${made}/undo`, {})
    await shop.runJobs()
  },
  copy: ({ id }) => call(`POST /api/admin/services/${id}/copy`, {}),
  trash: ({ id, version }) => call(`DELETE /api/admin/services/${id}`, { version }),
  restore: ({ id, version }) => call(`POST /api/admin/services/${id}/restoration`, { version }),
}

describe('how far items are translated', () => {
  it('is what a count of their texts says, after any sequence of changes', { timeout: 120_000 }, async () => {
    const sequence = async (steps: readonly Step[]) => {
      await shop.core.db.deleteFrom('services').execute()
      for (const title of ['One', 'Two']) await add(title)
      for (const each of steps) {
        const rows = await stored()
        const row = rows[each.at % rows.length]
        if (row) await acts[each.act]?.(row, each)
        shop.core.clock.advance(1)
      }
      await expectCounted()
    }
    const sequences = fc.array(step, { minLength: 6, maxLength: 14, size: 'max' })
    await fc.assert(fc.asyncProperty(sequences, sequence), { numRuns: 15, endOnFailure: true })
  })

  it('is complete once each text has a translation, in whatever form it is stored', async () => {
    await shop.core.db.deleteFrom('services').execute()
    const faq = [{ question: 'Why?', answer: 'So' }]
    const { id } = await add('Whole', { faq, itinerary: [{ title: 'Day', description: 'Sand' }] })
    const { fields } = await ok<ItemTranslation>(`GET /api/admin/services/${id}/translations/hi`)
    await translate(id, 'hi', Object.fromEntries(fields.map(({ path, original }) => [path, original])))
    await expectCounted()
    expect(await list('&translated=hi.complete')).toHaveLength(1)
  })

  it('stays right when the same item is edited, translated and copied at once', async () => {
    await shop.core.db.deleteFrom('services').execute()
    const { id } = await add('Contended')
    for (let round = 0; round < 8; round++) {
      const { version } = await get(id)
      await Promise.all([
        call(`PATCH /api/admin/services/${id}`, { version, title: `Contended ${round}` }),
        translate(id, 'hi', { title: `रेत ${round}`, summary: 'छोटा' }),
        translate(id, 'ar-XB', { title: `رمال ${round}` }),
        ...(round < 2 ? [call(`POST /api/admin/services/${id}/copy`, {})] : []),
      ])
    }
    await expectCounted()
  })

  it('is not known of items without digests, which count as missing until the job has counted them', async () => {
    await shop.core.db.deleteFrom('services').execute()
    const { id } = await add('Whole', { highlights: [], duration: '' })
    await translate(id, 'hi', { title: 'पूरा', summary: 'छोटा' })
    const countOf = async (state: string) => (await list(`&translated=hi.${state}`)).length
    expect([await countOf('complete'), await countOf('missing')]).toEqual([1, 0])
    const changes = [
      sql`update services set title = 'Renamed by hand'`,
      sql`update services set digested_fields = 'those of another version'`,
      sql`update services set text_digests = null, digested_version = null, digested_fields = null`,
    ]
    for (const change of changes) {
      await change.execute(shop.core.db)
      expect((await list()).map(({ translations }) => translations[0]?.progress)).toEqual([null])
      expect([await countOf('complete'), await countOf('outdated'), await countOf('missing')]).toEqual([0, 0, 1])
      await digest()
      await expectCounted()
    }
  })

  it('is counted for hundreds of items of an earlier version, without changing their versions', async () => {
    await shop.core.db.deleteFrom('services').execute()
    await sql`insert into services (id, kind, slug, title, location, currency, from_minor, details)
      select gen_random_uuid(), 'tour', 'old-' || n, 'Old ' || n, '', 'INR', 0, '{"highlights": ["a"]}'
      from generate_series(1, 230) as n`.execute(shop.core.db)
    await digest()
    const { rows } = await sql<{ left: number; versions: number[] }>`select
      count(*) filter (where text_digests is null)::int as left, array_agg(distinct version) as versions
      from services`.execute(shop.core.db)
    expect(rows).toEqual([{ left: 0, versions: [1] }])
    await expectCounted()
    const counter = countStatements(shop.core.pool)
    const { statements } = await counter.during(async () => digest())
    expect(statements).toHaveLength(1)
  })

  it.each(['en.missing', 'tlh.missing', 'hi', 'hi.done', 'constructor.missing'])(
    'the filter %s is refused',
    async (q) => {
      const answer = await call(`GET /api/admin/services?kind=tour&translated=${q}`)
      expect(answer.status).toBe(422)
      expect(answer.json().errors).toMatchObject([{ path: 'translated' }])
    },
  )
})
