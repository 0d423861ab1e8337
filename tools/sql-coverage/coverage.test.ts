import { expect, test } from 'vitest'
import { testCore } from '../../tests/support/database.ts'
import { markTags } from './plugin.ts'
import { isExecuted, sqlAt } from './recorder.ts'
import { countByFile, findSqlTags, isCovered, tagsIn } from './tags.ts'

const source = `import { sql } from 'kysely'
const a = sql\`select \${sql\`1\`}\`
const b = sql<{ n: number }>\`select 2\`
const c = 'sql\`no tag\`' + other\`select 3\``

test('tags are found by file and line, nested ones apart', () => {
  expect(tagsIn('src/a.ts', source).map(({ where }) => where)).toEqual(['src/a.ts:2', 'src/a.ts:2#2', 'src/a.ts:3'])
  expect(['src/a.server.ts', 'db/seeds/a.ts', 'src/a.test.ts', 'src/x/testing/a.ts'].map(isCovered)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('marked tags keep their text, values and types', () => {
  const marked = markTags('src/a.ts', source)
  expect(marked).toContain(`const a = sqlAt('src/a.ts:2')\`select \${sqlAt('src/a.ts:2#2')\`1\`}\``)
  expect(marked).toContain("const b = sqlAt('src/a.ts:3')<{ n: number }>`select 2`")
  expect(markTags('src/a.ts', 'export const a = 1')).toBeNull()
})

test('the tags of a statement count once PostgreSQL has executed it, not when it fails', async () => {
  const { db } = await testCore()
  const part = sqlAt('part')`email`
  await expect(sqlAt('wrong')`select ${part} from no_such_table`.execute(db)).rejects.toThrow('no_such_table')
  expect([isExecuted('wrong'), isExecuted('part')]).toEqual([false, false])
  await sqlAt('whole')`select ${part} from users`.execute(db)
  await db.selectFrom('users').select('id').where(sqlAt('condition')<boolean>`true`).execute()
  expect([isExecuted('whole'), isExecuted('part'), isExecuted('condition')]).toEqual([true, true, true])
  expect(isExecuted('never run')).toBe(false)
})

test('every tag of the project is found', () => {
  const tags = findSqlTags(process.cwd())
  expect(tags.length).toBeGreaterThan(100)
  expect(new Set(tags).size).toBe(tags.length)
  expect(countByFile(['src/a.ts:1', 'src/a.ts:1#2', 'src/b.ts:7'])).toEqual({ 'src/a.ts': 2, 'src/b.ts': 1 })
})
