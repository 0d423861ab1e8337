import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CountedStatement, countStatements } from '../../../../bench/statement-counter.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { anonymous } from '../../../platform/core.server.ts'
import { inEnglish } from '../../../services/testing/service.ts'
import { commitUpload, stageUpload } from './commands.server.ts'
import type { UploadView } from './contract.ts'
import { runBatch } from './jobs.server.ts'
import { batchSize } from './limits.ts'
import { listRows, viewUpload } from './queries.server.ts'

let shop: TestApp
let deps: TestApp['shop']['deps']
beforeAll(async () => {
  shop = await testApp()
  deps = shop.shop.deps
})

const staff = { ...anonymous('test'), role: 'admin', name: 'Asha' } as const
async function start(headers: readonly string[], table: readonly (readonly string[])[]): Promise<string> {
  const sheet = { headers, pieces: [JSON.stringify(table.map((cells, at) => ({ line: at + 2, cells })))] }
  const { id } = await stageUpload(deps, staff, { kind: 'tour', fileName: 'tours.csv', sheet })
  await shop.runJobs()
  await commitUpload(deps, staff, id)
  return id
}
const startNew = (titles: readonly string[]) =>
  start(
    ['title', 'price_adult'],
    titles.map((title) => [title, '10']),
  )
const startChange = (slugs: readonly string[]) =>
  start(
    ['slug', 'price_adult'],
    slugs.map((slug) => [slug, '20']),
  )
async function finish(id: string): Promise<UploadView> {
  await shop.runJobs()
  return viewUpload(deps, id)
}
const numbered = (name: string, amount: number) => Array.from({ length: amount }, (_, n) => `${name} ${n}`)
const tours = (like: string) =>
  deps.db.selectFrom('services').selectAll().where('title', 'like', like).orderBy('title').execute()
const isNotice = ({ text }: CountedStatement) => text.includes('pg_notify')

describe('a batch', () => {
  it('takes as many statements for 200 rows as for two', async () => {
    const counter = countStatements(deps.pool)
    const costOf = async (id: string): Promise<number> => {
      const { statements } = await counter.during(() => runBatch(deps, id))
      // Invalidations are sent per hundred items, so they are not counted.
      return statements.filter((statement) => !isNotice(statement)).length
    }
    const costs: (readonly [create: number, update: number])[] = []
    for (const amount of [2, batchSize]) {
      const title = `Counted ${amount}`
      const made = await costOf(await startNew(numbered(title, amount)))
      const slugs = (await tours(`${title} %`)).map(({ slug }) => slug)
      const changed = await costOf(await startChange(slugs))
      expect((await tours(`${title} %`)).map(({ version, from_minor }) => [version, from_minor])).toEqual(
        Array(amount).fill([2, 2000]),
      )
      costs.push([made, changed])
    }
    expect(costs[1]).toEqual(costs[0])
    expect(Math.max(...costs.flat())).toBeLessThanOrEqual(11)
  })

  it('audits each item, and only the changes of existing ones', async () => {
    await finish(await startNew(['Told A', 'Told B']))
    const done = await finish(
      await start(
        ['slug', 'price_adult'],
        [
          ['told-a', '20'],
          ['told-b', '10'],
        ],
      ),
    )
    expect(done.counts).toMatchObject({ update: 1, same: 1, stored: 1 })
    const [a, b] = await tours('Told _')
    const entries = await deps.db
      .selectFrom('audit_entries')
      .select(['subject_id', 'action', 'actor_name', 'before', 'after'])
      .where('subject_id', 'in', [a?.id ?? '', b?.id ?? ''])
      .orderBy('subject_id')
      .orderBy('id')
      .execute()
    expect(entries.map(({ subject_id, action }) => [subject_id, action])).toEqual([
      [a?.id, 'service.created'],
      [a?.id, 'service.updated'],
      [b?.id, 'service.created'],
    ])
    expect(entries[0]).toMatchObject({ actor_name: 'Asha', before: null, after: { title: 'Told A', version: 1 } })
    expect(entries[1]).toMatchObject({
      before: { version: 1, from_minor: 1000 },
      after: { version: 2, from_minor: 2000 },
    })
    expect(entries[1]?.after).not.toHaveProperty('title')
  })

  it('numbers rows with the same name, skipping taken numbers', async () => {
    await finish(await startNew(Array(30).fill('Same name')))
    const done = await finish(await startNew(Array(batchSize + 3).fill('Same name')))
    expect(done.counts).toMatchObject({ stored: batchSize + 3, failed: 0 })
    const slugs = (await tours('Same name')).map(({ slug }) => slug)
    expect(new Set(slugs)).toEqual(
      new Set(Array.from({ length: batchSize + 33 }, (_, n) => (n === 0 ? 'same-name' : `same-name-${n + 1}`))),
    )
  })

  it('stores all rows except one that the database rejects, and names it', async () => {
    await sql`alter table services add constraint no_such_tour check (title <> 'Refused 3')`.execute(deps.db)
    const id = await startNew(numbered('Refused', 6))
    expect(await finish(id)).toMatchObject({ state: 'done', counts: { stored: 5, failed: 1 } })
    await sql`alter table services drop constraint no_such_tour`.execute(deps.db)
    const others = [0, 1, 2, 4, 5].map((n) => `Refused ${n}`)
    expect((await tours('Refused %')).map(({ title }) => title)).toEqual(others)
    expect(inEnglish((await listRows(deps, { uploadId: id, only: 'faulty', page: 1, limit: 9 })).items)).toMatchObject([
      { row: 5, result: 'failed', errors: [{ column: '', message: 'This row could not be stored' }] },
    ])
    // The undone first try must leave no audit entries.
    const { rows } = await sql<{ title: string }>`select after ->> 'title' as title from audit_entries
      where action = 'service.created' and after ->> 'title' like 'Refused %' order by 1`.execute(deps.db)
    expect(rows.map(({ title }) => title)).toEqual(others)
  })

  it('invalidates changed items at once, and throttles list invalidations until the end', async () => {
    await finish(await startNew(numbered('Dropped', 3)))
    const ids = (await tours('Dropped %')).map(({ id }) => id)
    const upload = await startChange([0, 1, 2].map((n) => `dropped-${n}`))
    const counter = countStatements(deps.pool)
    const droppedTags = async () =>
      (await counter.during(() => runBatch(deps, upload))).statements
        .filter(isNotice)
        .map(({ values }) => JSON.parse(String(values[1])))
    expect(await droppedTags()).toEqual([['throttled:catalogue', ...ids.map((each) => `service:${each}`)]])
    expect(await droppedTags()).toEqual([['catalogue']])
    expect((await viewUpload(deps, upload)).state).toBe('done')
  })
})
