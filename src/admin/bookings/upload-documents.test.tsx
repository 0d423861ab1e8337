// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { apply } from '../../../tests/support/applications.ts'
import type { AdminBookingView } from '../../modules/booking/index.ts'
import { choose, giveFile, type Place, press, toast } from '../testing/hands.ts'
import { onePixel } from '../testing/one-pixel.ts'
import { lostConnection, passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const read = async (id: string) =>
  (await shop.call(`GET /api/admin/bookings/${id}`, undefined, owner.headers)).json() as unknown as AdminBookingView
/** An application whose documents were erased, so that all are missing. */
async function emptied() {
  const { bookingId } = await apply(shop, 'visa')
  const erased = await shop.call(`DELETE /api/admin/bookings/${bookingId}/documents`, undefined, owner.headers)
  expect(erased.status).toBe(200)
  return bookingId
}
const panel = async (page: Place) => within(await page.findByRole('region', { name: 'Documents' }))
const give = (dialog: HTMLElement, name: string) => giveFile(dialog.querySelector('input[type=file]')!, onePixel(name))
const paste = (name: string) => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'clipboardData', { value: { files: [onePixel(name)] } })
  fireEvent(document.body, event)
}
const fields = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByLabelText<HTMLSelectElement>('Document')
    .map((field) => field.selectedOptions[0]?.text)

test('documents that arrived another way are chosen or pasted, named, and uploaded', async () => {
  const id = await emptied()
  const page = await open(`/admin/bookings?booking=${id}`)
  const missing = await (await panel(page)).findByRole('list', { name: 'Missing' })
  expect(within(missing).getAllByRole('listitem')).toHaveLength(6)
  await press(page, 'Request missing documents')
  const request = within(await page.findByRole('dialog', { name: 'Request 6 documents' }))
  await press(request, 'Get upload link')
  expect((await request.findByLabelText<HTMLInputElement>('Link to upload documents')).value).toContain(
    '/booking-documents?',
  )
  await press(request, 'Back')
  await press(page, 'Upload: Clear photo, Ben Rao')
  const dialog = await page.findByRole('dialog', { name: 'Upload received documents' })
  give(dialog, 'ben.png')
  paste('asha.png')
  await expect
    .poll(() => fields(dialog))
    .toEqual(['Clear photo, Ben Rao (missing)', 'Passport front, Asha Rao (missing)'])

  const [, second] = within(dialog).getAllByLabelText<HTMLSelectElement>('Document')
  const first = within(dialog).getAllByLabelText<HTMLSelectElement>('Document')[0]
  fireEvent.change(second!, { target: { value: first?.value } })
  await press(within(dialog), 'Upload 2 documents')
  await expect
    .poll(() => within(dialog).queryAllByText('Another file has the same document. Select a different one.'))
    .toHaveLength(2)
  expect((await read(id)).documents).toEqual([])

  fireEvent.change(second!, { target: { value: '' } })
  await press(within(dialog), 'Upload 2 documents')
  await within(dialog).findByText('Select which document this is')
  await press(within(dialog), 'Remove asha.png')
  await press(within(dialog), 'Upload 1 document')
  await toast(page, '1 document uploaded')
  await expect.poll(() => page.queryByRole('dialog')).toBeNull()
  await expect.poll(() => within(missing).getAllByRole('listitem')).toHaveLength(5)
  expect((await read(id)).documents).toMatchObject([{ name: 'clear_photo', review: null }])
})

test('a lost connection keeps the file, and sending it again stores it once, accepted when it was checked', async () => {
  const id = await emptied()
  let calls = 0
  const page = await open(`/admin/bookings?booking=${id}`, {
    [`/api/admin/bookings/${id}/documents`]: () => (++calls === 1 ? lostConnection() : passOn),
  })
  await press(page, 'Upload received documents')
  const dialog = await page.findByRole('dialog', { name: 'Upload received documents' })
  give(dialog, 'passport.png')
  await choose(within(dialog), 'Document', 'Return ticket, Asha Rao (missing)')
  fireEvent.click(within(dialog).getByRole('checkbox'))
  await press(within(dialog), 'Upload 1 document')
  await within(dialog).findByText('Unable to reach the server. Please try again.')
  await press(within(dialog), 'Upload 1 document')
  await toast(page, '1 document uploaded')
  expect((await read(id)).documents).toMatchObject([
    { name: 'return_ticket', version: 2, review: 'accepted', reviewedBy: 'Test admin' },
  ])
})
