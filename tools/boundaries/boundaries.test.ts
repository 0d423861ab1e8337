import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findViolations } from './scan.ts'
import { findForeignTables } from './tables.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A house with these files; imports point at files that exist. */
function house(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'safar-house-'))
  folders.push(root)
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  return root
}
const importing = (from: string, to: string, how = 'import { x } from') => {
  const up = '../'.repeat(from.split('/').length - 1)
  return house({ [from]: `${how} '${up}${to}'\nexport const y = x`, [to]: 'export const x = 1' })
}

/** Each planted violation must be seen. */
const planted: [string, string, string][] = [
  ['src/kernel/money.ts', 'src/platform/env.ts', 'may import only the kernel'],
  ['src/ui/button.tsx', 'src/shop/page.tsx', 'may import only the kernel'],
  ['src/platform/db.server.ts', 'src/modules/booking/index.ts', 'may import only the kernel'],
  ['src/services/tour/rules.ts', 'src/services/visa/rules.ts', 'rules import only'],
  ['src/services/tour/rules.ts', 'src/services/tour/fields.ts', 'without its schemas'],
  ['src/services/tour/shop.tsx', 'src/services/shared/slot-fields.ts', 'without its schemas'],
  ['src/services/shared/schedule.ts', 'src/services/shared/inputs.ts', 'without its schemas'],
  ['src/services/tour/fields.ts', 'src/services/visa/fields.ts', 'never imports another kind'],
  ['src/services/tour/index.ts', 'src/ui/button.tsx', 'only a kind'],
  ['src/modules/booking/contract.ts', 'src/platform/log.ts', 'from *.server.ts only'],
  ['src/modules/booking/queries.ts', 'src/modules/booking/queries.server.ts', 'never reaches *.server.ts'],
  ['src/modules/booking/commands.server.ts', 'src/modules/payment/index.server.ts', 'may not look into payment'],
  ['src/modules/catalogue/queries.server.ts', 'src/modules/booking/index.server.ts', 'may not look into booking'],
  ['src/modules/inventory/places.server.ts', 'src/modules/booking/index.server.ts', 'may not look into booking'],
  ['src/modules/catalogue/queries.server.ts', 'src/modules/inventory/index.server.ts', 'may not look into inventory'],
  ['src/modules/payment/commands.server.ts', 'src/modules/booking/commands.server.ts', 'entered by its door'],
  ['src/modules/payment/commands.server.ts', 'src/modules/review/index.server.ts', 'may not look into review'],
  ['src/modules/mail/commands.server.ts', 'src/modules/booking/index.server.ts', 'may not look into booking'],
  ['src/modules/payment/commands.server.ts', 'src/modules/mail/commands.server.ts', 'entered by its door'],
  ['src/modules/booking/rules.ts', 'src/modules/booking/queries.server.ts', 'never reaches'],
  ['src/modules/catalogue/rules.ts', 'src/modules/booking/index.ts', 'may not look into booking'],
  [
    'src/adapters/payments/stripe/index.server.ts',
    'src/adapters/payments/paypal/index.server.ts',
    'never imports another',
  ],
  ['src/adapters/payments/stripe/index.server.ts', 'src/modules/booking/index.server.ts', 'own port only'],
  ['src/shop/page.tsx', 'src/admin/page.tsx', 'pages may not import admin'],
  ['src/shop/page.tsx', 'src/modules/booking/contract.ts', 'only types from a contract'],
  ['src/shop/page.tsx', 'src/modules/booking/rules.ts', 'by index.ts'],
  ['src/web/server.server.ts', 'src/modules/booking/commands.server.ts', 'by its door'],
  ['src/web/server.server.ts', 'src/app/compose.server.ts', 'nobody imports app'],
  ['src/modules/booking/commands.server.ts', 'src/modules/booking/testing/fake.ts', 'only tests'],
]

describe('the boundary rules', () => {
  test.each(planted)('see %s importing %s', (from, to, reason) => {
    expect(findViolations(importing(from, to)).join('\n')).toContain(reason)
  })
  test.each([
    ['src/modules/booking/rules.ts', 'pg', 'rules are pure'],
    ['src/modules/payment/commands.server.ts', 'stripe', 'belongs to'],
    ['src/modules/payment/commands.server.ts', 'nodemailer', 'belongs to'],
    ['src/kernel/money.ts', 'node:fs', 'no I/O'],
    ['src/shop/page.tsx', 'node:fs', 'only *.server.ts'],
  ])('see %s importing the package %s', (from, to, reason) => {
    expect(findViolations(house({ [from]: `import x from '${to}'\nexport const y = x` })).join('\n')).toContain(reason)
  })
  test('see a lazy import, a re-export and a door that exports everything', () => {
    expect(
      findViolations(
        house({ 'src/ui/a.ts': `export const b = () => import('../shop/b.ts')`, 'src/shop/b.ts': 'export {}' }),
      ),
    ).toHaveLength(1)
    expect(
      findViolations(
        house({ 'src/ui/a.ts': `export { b } from '../shop/b.ts'`, 'src/shop/b.ts': 'export const b = 1' }),
      ),
    ).toHaveLength(1)
    expect(
      findViolations(
        house({ 'src/modules/mail/index.ts': `export * from './a.ts'`, 'src/modules/mail/a.ts': 'export {}' }),
      ),
    ).toHaveLength(1)
  })
  test('see the popups of suppliers carried in the storefront, or opened by another page, or one by another', () => {
    const list = 'src/adapters/payments/shop.ts'
    const lazily = (from: string, to: string) => {
      const up = '../'.repeat(from.split('/').length - 1)
      return house({ [from]: `export const y = () => import('${up}${to}')`, [to]: 'export const x = 1' })
    }
    const seen = (root: string) => findViolations(root).join('\n')
    expect(seen(importing('src/shop/booking-payment/popup.ts', list))).toContain('may not import adapters')
    expect(seen(lazily('src/shop/home/page.tsx', list))).toContain('may not import adapters')
    expect(seen(lazily('src/shop/booking-payment/popup.ts', 'src/adapters/payments/acme/shop.ts'))).toContain(
      'may not import adapters',
    )
    expect(seen(importing(list, 'src/adapters/payments/acme/shop.ts'))).toContain('never imports another')
    expect(seen(lazily(list, 'src/adapters/payments/acme/client.ts'))).toContain('never imports another')
    expect(seen(lazily('src/shop/booking-payment/popup.ts', list))).toBe('')
    expect(seen(lazily(list, 'src/adapters/payments/acme/shop.ts'))).toBe('')
  })
  test.each([
    ['src/modules/mail', 'import { x } from'],
    ['src/modules/mail', 'import type { x } from'],
    ['db/seeds', 'import { x } from'],
    ['tools/pictures', 'import type { x } from'],
    ['tests/support', 'export { x } from'],
  ])('see a ring of files in %s made of `%s`', (folder, how) => {
    const files = { [`${folder}/a.ts`]: `${how} './b.ts'`, [`${folder}/b.ts`]: `${how} './a.ts'` }
    expect(findViolations(house(files))).toEqual([`cycle: ${folder}/a.ts, ${folder}/b.ts`])
  })
  test('let through what the house allows', () => {
    const allowed: [string, string, string?][] = [
      ['src/modules/payment/commands.server.ts', 'src/modules/booking/index.server.ts'],
      ['src/modules/content/rules.ts', 'src/modules/settings/index.ts'],
      ['src/adapters/payments/index.server.ts', 'src/adapters/payments/stripe/index.server.ts'],
      ['src/modules/mail/commands.server.ts', 'src/modules/settings/index.server.ts'],
      ['src/modules/payment/reactions.server.ts', 'src/modules/mail/index.server.ts'],
      ['src/adapters/mail/smtp/index.server.ts', 'src/modules/mail/port.ts'],
      ['src/shop/page.tsx', 'src/modules/booking/contract.ts', 'import type { x } from'],
      ['src/services/tour/shop.tsx', 'src/ui/card.tsx'],
      ['src/app/compose.server.ts', 'src/modules/mail/commands.server.ts'],
    ]
    for (const [from, to, how] of allowed) expect(findViolations(importing(from, to, how))).toEqual([])
  })
})

describe('table ownership', () => {
  const declared = (table: string) =>
    `declare module '../../platform/db/tables.server.ts' { interface Tables { ${table}: { id: string } } }`
  const shop = (files: Record<string, string>) =>
    house({
      'src/modules/booking/tables.server.ts': declared('bookings'),
      'src/modules/files/tables.server.ts': declared('files'),
      'src/platform/db/tables.server.ts': 'export interface Tables { events: { id: string } }',
      ...files,
    })
  const reachedBy = (source: string, file = 'src/modules/payment/queries.server.ts') =>
    findForeignTables(shop({ [file]: source })).map((line) => line.split(': ')[1])

  test.each([
    ["db.selectFrom('bookings')", ['bookings']],
    ["db.selectFrom('bookings as b')", ['bookings']],
    ["db.selectFrom(['bookings', 'files as f'])", ['bookings', 'files']],
    ["db.insertInto('bookings')", ['bookings']],
    ["trx.updateTable('bookings')", ['bookings']],
    ["trx.deleteFrom('bookings')", ['bookings']],
    ["q.innerJoin('bookings as b', 'b.id', 'a.booking_id')", ['bookings']],
    ["q.leftJoinLateral('files', on)", ['files']],
    ["db.with('x', (q) => q.selectFrom('bookings'))", ['bookings']],
    ["sql.table('bookings')", ['bookings']],
    ["type B = Tables['bookings']", ['bookings']],
    ['sql`select id from bookings where id = $1`', ['bookings']],
    ['sql<{ n: number }>`select count(*) from a, bookings b`', ['bookings']],
    ['sql`select 1 from a join only "files" using (id)`', ['files']],
    ['sql`insert into bookings values (1)`', ['bookings']],
    ['sql`update bookings set a = 1`', ['bookings']],
    ['sql`delete from\n files`', ['files']],
    ['sql`exists (select from $1 join bookings on true)`', ['bookings']],
    ["pool.query('update events set a = 1')", ['events']],
    ['client.query(`select 1 from bookings`)', ['bookings']],
  ])('reports a table of another room in %s', (source, tables) => {
    expect(reachedBy(`export const x = 1; ${source}`)).toEqual(tables)
  })

  test.each([
    ["select('bookings')", 'a column of the same name'],
    ['sql`with bookings as (select 1) select * from bookings`', 'a name of a with clause'],
    ["sql`select 'from bookings'`", 'a quoted text'],
    ['sql`select 1 -- from bookings`', 'a comment in SQL'],
    ["log.info('messages from bookings')", 'a sentence'],
    ["db.selectFrom('payment_attempts')", 'a table of its own'],
  ])('ignores %s: %s', (source) => {
    expect(reachedBy(`export const x = 1; ${source}`)).toEqual([])
  })

  test('allows the own room everywhere, and tests, backup and erasure every table', () => {
    const source = "db.selectFrom('bookings')"
    for (const file of [
      'src/modules/booking/queries/list.server.ts',
      'src/modules/payment/payment.test.ts',
      'src/modules/payment/testing/world.ts',
      'src/app/backup/write.server.ts',
      'src/app/erase-person.server.ts',
    ])
      expect(reachedBy(source, file)).toEqual([])
    for (const file of ['src/app/reactions.server.ts', 'src/platform/jobs/x.server.ts', 'src/web/x.server.ts'])
      expect(reachedBy(source, file)).toEqual(['bookings'])
  })

  test('reports a table that no room declares', () => {
    const root = shop({
      'db/migrations/0001_a.sql':
        'create table bookings (id int);\ncreate table old (id int);\ncreate table b (id int);',
      'db/migrations/0002_b.sql': '-- create table c\ndrop table old;\nalter table b rename to lost;',
    })
    expect(findForeignTables(root)).toEqual([
      "db/migrations: lost has no owner: declare it in a room's tables.server.ts",
    ])
  })
})

describe('the list of known violations', () => {
  const ring = { 'src/ui/a.ts': `import './b.ts'`, 'src/ui/b.ts': `import './a.ts'` }
  const foreign = {
    'src/modules/booking/tables.server.ts': 'interface Tables { bookings: {} }',
    'src/web/x.server.ts': "db.selectFrom('bookings')",
  }
  const known = { tables: ['src/web/x.server.ts: bookings'], ringFiles: ['src/ui/a.ts', 'src/ui/b.ts'] }

  test('excuses exactly what it names', () => {
    const root = house({ ...ring, ...foreign })
    expect(findViolations(root, known)).toEqual([])
    expect(findViolations(root)).toHaveLength(2)
    expect(findViolations(root, { ...known, ringFiles: ['src/ui/a.ts'] })).toEqual(['cycle: src/ui/a.ts, src/ui/b.ts'])
  })
  test('may not name what is no longer a violation', () => {
    expect(findViolations(house({ 'src/ui/a.ts': 'export {}' }), known)).toEqual([
      'src/ui/a.ts: no longer a violation; delete it from tools/boundaries/known.ts',
      'src/ui/b.ts: no longer a violation; delete it from tools/boundaries/known.ts',
      'src/web/x.server.ts: bookings: no longer a violation; delete it from tools/boundaries/known.ts',
    ])
  })
})
