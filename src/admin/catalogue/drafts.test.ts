// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { fillIn, press, toast, typedIn } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'
import { forgetDrafts, readDraft, writeDraft } from './draft-store.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
beforeEach(() => localStorage.clear())

const title = 'Title Required'
async function add(name: string) {
  const body = { kind: 'tour', title: name, details: { price_adult: 5_500, location: 'Dubai' } }
  const answer = await shop.call('POST /api/admin/services', body, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as { id: string }
}
const read = async (id: string) => (await shop.call(`GET /api/admin/services/${id}`, undefined, owner.headers)).json()

describe('the editor of an item', () => {
  test('offers unsaved changes of a closed tab, and forgets them once they are saved', async () => {
    const { id } = await add('Draft tour')
    const first = await open(`/admin/tours/${id}`)
    await fillIn(first, title, 'Draft tour, longer')
    const again = await open(`/admin/tours/${id}`)
    await again.findByText(/^You have unsaved changes from 20/)
    expect(typedIn(again, title)).toBe('Draft tour')
    await press(again, 'Restore draft')
    await expect.poll(() => typedIn(again, title)).toBe('Draft tour, longer')
    await press(again, 'Save')
    await toast(again, 'Tour updated successfully')
    expect(await read(id)).toMatchObject({ title: 'Draft tour, longer' })
    const last = await open(`/admin/tours/${id}`)
    await last.findByLabelText(title)
    expect(last.queryByText(/unsaved changes/)).toBeNull()
  })

  test('says when somebody has saved the item since, and keeps their other fields', async () => {
    const { id } = await add('Contested draft')
    await fillIn(await open(`/admin/tours/${id}`), title, 'My draft')
    await shop.call(`PATCH /api/admin/services/${id}`, { version: 1, summary: 'Theirs' }, owner.headers)
    const again = await open(`/admin/tours/${id}`)
    await again.findByText('Someone has saved this item since. Check the restored fields before you save.')
    await press(again, 'Restore draft')
    await press(again, 'Save')
    await toast(again, 'Tour updated successfully')
    expect(await read(id)).toMatchObject({ title: 'My draft', summary: 'Theirs' })
  })

  test('discards a draft for good, also that of a new item', async () => {
    await fillIn(await open('/admin/tours/new'), title, 'Never finished')
    const again = await open('/admin/tours/new')
    await press(again, 'Discard draft')
    await expect.poll(() => again.queryByText(/unsaved changes/)).toBeNull()
    const last = await open('/admin/tours/new')
    await last.findByLabelText(title)
    expect(last.queryByText(/unsaved changes/)).toBeNull()
  })
})

describe('a draft', () => {
  const mine = { userId: 'me', kind: 'tour', itemId: null }
  const draft = { at: '2026-11-20T10:00:00.000Z', version: null, values: { title: 'Mine' } }
  const at = (iso: string) => new Date(iso)

  test('belongs to one person, one kind and one item', () => {
    writeDraft(mine, draft)
    expect(readDraft(mine, at('2026-11-21T10:00:00Z'))).toEqual(draft)
    for (const other of [{ userId: 'you' }, { kind: 'visa' }, { itemId: 'x' }])
      expect(readDraft({ ...mine, ...other }, at('2026-11-21T10:00:00Z'))).toBeNull()
  })

  test('ends after 14 days; what cannot be read is none', () => {
    writeDraft(mine, draft)
    expect(readDraft(mine, at('2026-12-04T09:59:59Z'))).toEqual(draft)
    expect(readDraft(mine, at('2026-12-04T10:00:00Z'))).toBeNull()
    for (const stored of ['{', '{}', '[]', '{"at":"x","values":{}}']) {
      localStorage.setItem('safar.item-draft.me.tour.new', stored)
      expect(readDraft(mine, at('2026-11-21T10:00:00Z')), stored).toBeNull()
    }
  })

  test('is forgotten at sign-out, and nothing else', () => {
    writeDraft(mine, draft)
    localStorage.setItem('safar.sidebar', '{}')
    forgetDrafts()
    expect(Object.keys(localStorage)).toEqual(['safar.sidebar'])
  })
})
