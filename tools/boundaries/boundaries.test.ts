import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findViolations } from './scan.ts'

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
  ['src/modules/payment/commands.server.ts', 'src/modules/booking/commands.server.ts', 'entered by its door'],
  ['src/modules/payment/commands.server.ts', 'src/modules/mail/index.server.ts', 'may not look into mail'],
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
  test('see a ring of files', () => {
    const ring = house({
      'src/modules/mail/a.ts': `import { b } from './b.ts'\nexport const a = () => b`,
      'src/modules/mail/b.ts': `import { a } from './a.ts'\nexport const b = () => a`,
    })
    expect(findViolations(ring).join('\n')).toContain('cycle:')
  })
  test('let through what the house allows', () => {
    const allowed: [string, string, string?][] = [
      ['src/modules/payment/commands.server.ts', 'src/modules/booking/index.server.ts'],
      ['src/modules/content/rules.ts', 'src/modules/settings/index.ts'],
      ['src/adapters/payments/index.server.ts', 'src/adapters/payments/stripe/index.server.ts'],
      ['src/modules/mail/commands.server.ts', 'src/modules/settings/index.server.ts'],
      ['src/adapters/mail/smtp/index.server.ts', 'src/modules/mail/port.ts'],
      ['src/shop/page.tsx', 'src/modules/booking/contract.ts', 'import type { x } from'],
      ['src/services/tour/shop.tsx', 'src/ui/card.tsx'],
      ['src/app/compose.server.ts', 'src/modules/mail/commands.server.ts'],
    ]
    for (const [from, to, how] of allowed) expect(findViolations(importing(from, to, how))).toEqual([])
  })
  test('this house keeps them', () => {
    expect(findViolations(process.cwd())).toEqual([])
  })
})
