// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { press, shows, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)

/** As a file would be: the thread that reads files does not start in happy-dom. */
async function stage([head = '', ...lines]: readonly string[]): Promise<string> {
  shop.core.clock.advance(1)
  const id = crypto.randomUUID()
  const headers = head.split(',')
  const by = JSON.stringify({ userId: owner.userId, name: 'Asha' })
  const file = { id, kind: 'tour', file_name: 'items.csv', state: 'checked' as const, created_at: shop.core.clock() }
  const columns = { headers: JSON.stringify(headers), mapping: JSON.stringify(headers) }
  await shop.core.db
    .insertInto('catalogue_uploads')
    .values({ ...file, ...columns, started_by: by })
    .execute()
  const rows = lines.map((line, at) => ({ upload_id: id, line: at + 2, cells: JSON.stringify(line.split(',')) }))
  await shop.core.db.insertInto('catalogue_upload_rows').values(rows).execute()
  const checked = await shop.call(`PUT /api/admin/catalogue-uploads/${id}/mapping`, { mapping: headers }, owner.headers)
  expect(checked.status, checked.text).toBe(200)
  await shop.runJobs()
  return id
}
async function bring(lines: readonly string[]): Promise<string> {
  const id = await stage(lines)
  await shop.call(`POST /api/admin/catalogue-uploads/${id}/commit`, {}, owner.headers)
  await shop.runJobs()
  return id
}
const itemsOf = (like: string) =>
  shop.core.db
    .selectFrom('services')
    .select(['id', 'slug', 'title', 'version', 'from_minor', 'trashed_at'])
    .where('title', 'like', like)
    .orderBy('title')
    .execute()

test('an import is found again, undone after a question with numbers, and shows what was left', async () => {
  await bring(['title,price_adult', 'Undone old,10', 'Undone since,10'])
  const [old, since] = await itemsOf('Undone%')
  const id = await bring([
    'slug,title,price_adult',
    `${old?.slug},Undone old,20`,
    `${since?.slug},Undone since,20`,
    ',Undone new,20',
  ])
  const change = { version: 2, summary: 'Mine' }
  await shop.call(`PATCH /api/admin/services/${since?.id}`, change, owner.headers)
  const page = await open('/admin/bulk-upload')
  const recent = within(await page.findByRole('region', { name: 'Recent imports' }))
  const links = await recent.findAllByRole('link', { name: 'items.csv' })
  links[0]?.click()
  await press(page, 'Undo import')
  const question = within(await page.findByRole('dialog', { name: 'Undo this import?' }))
  await question.findByText(/^1 item that the import created moves to the trash/)
  question.getByText('1 item that the import changed gets its old values back.')
  question.getByText('1 item stays as it is, because it was changed or deleted since.')
  await press(question, 'Undo import')
  await page.findByText('0 of 3 items')
  await shop.runJobs()
  await toast(page, 'Import undone')
  await page.findByText('1 item has its old values again.')
  page.getByText('1 item was moved to the trash.')
  await shows(() => page.getByRole('row', { name: /Undone since/ }), 'Changed since the import')
  const href = (name: string) => page.getByRole('link', { name }).getAttribute('href')
  expect(href('Undone since')).toBe(`/admin/tours/${since?.id}`)
  expect(href('Open the trash')).toBe('/admin/tours?status=trash')
  expect(page.queryByRole('button', { name: 'Undo import' })).toBeNull()
  expect((await itemsOf('Undone%')).map(({ from_minor, trashed_at }) => [from_minor, trashed_at !== null])).toEqual([
    [2_000, true],
    [1_000, false],
    [2_000, false],
  ])
  const undone = await shop.core.db.selectFrom('catalogue_uploads').select('undone_at').where('id', '=', id).execute()
  expect(undone[0]?.undone_at).not.toBeNull()
})

test('the message at the end of an import undoes it', async () => {
  const id = await stage(['title,price_adult', 'Regretted,10'])
  const page = await open(`/admin/bulk-upload?upload=${id}`)
  await press(page, 'Import 1 row')
  await page.findByText('Saving rows...', { selector: 'p' })
  await shop.runJobs()
  const shown = (await toast(page, 'Upload Complete!')).closest<HTMLElement>('.toast')
  await press(within(shown as HTMLElement), 'Undo')
  await page.findByText('0 of 1 items')
  await shop.runJobs()
  await toast(page, 'Import undone')
  expect((await itemsOf('Regretted')).map(({ trashed_at }) => trashed_at !== null)).toEqual([true])
})

test('an undo that is refused says why', async () => {
  const id = await bring(['title,price_adult', 'Refused undo,10'])
  const fail = () => {
    throw new TypeError('Failed to fetch')
  }
  const page = await open(`/admin/bulk-upload?upload=${id}`, { 'catalogue/admin/uploads/undo': fail })
  await press(page, 'Undo import')
  await press(within(await page.findByRole('dialog', { name: 'Undo this import?' })), 'Undo import')
  await toast(page, /^Failed to undo the import: /)
  await page.findByRole('button', { name: 'Undo import' })
})
