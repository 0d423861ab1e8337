// Bank transfers in the back office: approved, rejected and asked about, as staff do it in a browser.
import type { Page } from '@playwright/test'
import {
  bookByTransfer,
  button,
  expect,
  openBooking,
  panel,
  readBooking,
  readPayment,
  test,
  toast,
  uploadProof,
} from './support/admin.ts'
import { proofFile } from './support/bookings.ts'

test.describe('a bank transfer', () => {
  const stamp = (page: Page, name: string) => panel(page, 'Bank transfer verification').getByText(name, { exact: true })

  test('is approved beside its proof, and only once [A147, A165, A166, A167, A169, A170, A171, A172, A173, A178]', async ({
    page,
    request,
    guest,
  }) => {
    const booked = await bookByTransfer(guest, false)
    await openBooking(page, booked.id)
    await expect(stamp(page, 'Awaiting transfer')).toBeVisible()
    await uploadProof(guest, booked)
    await page.goto('/admin/payments-review')
    await page.getByRole('link', { name: `Check the transfer of booking ${booked.reference}` }).click()
    await expect(stamp(page, 'Pending Verification')).toBeVisible()
    await expect(button(page, 'Confirm')).toHaveCount(0)
    await expect(button(page, 'Cancel')).toHaveCount(0)

    await button(page, 'Review payment').click()
    const dialog = page.getByRole('dialog', { name: 'Bank transfer verification' })
    const proof = dialog.getByRole('img', { name: 'Payment proof, version 1' })
    await expect.poll(() => proof.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await dialog.getByRole('textbox', { name: /Admin notes/ }).fill('Seen on the statement')
    await page.route('**/rpc/payment/admin/decide', (route) => route.abort(), { times: 1 })
    await button(page, 'Approve').click()
    await expect(toast(page, 'Failed to approve payment')).toBeVisible()
    await button(page, 'Approve').click()
    await expect(toast(page, 'Payment approved successfully')).toBeVisible()
    await expect(stamp(page, 'Verified & Approved')).toBeVisible()
    const facts = new RegExp(`StatusPayment Completed.*Bank transfer.*${booked.reference}`, 's')
    await expect(panel(page, 'Payment')).toContainText(facts)
    await expect(button(page, 'View proofs')).toBeFocused()
    await button(page, 'View proofs').click()
    await expect(button(page, 'Approve')).toHaveCount(0)
    const decided = await readBooking(request, booked.id)
    expect(decided).toMatchObject({
      payment_status: 'completed',
      booking_status: 'confirmed',
      verification: 'approved',
      admin_notes: 'Seen on the statement',
    })
    expect(decided.verified_by).toBeTruthy()
    expect(Date.now() - Date.parse(decided.verified_at)).toBeLessThan(60_000)
    await expect(panel(page, 'Bank transfer verification')).toContainText(`Decided by ${decided.verified_by}`)
  })

  test('is rejected after a second question, which cancels the booking [A168, A170, A172, A178]', async ({
    page,
    request,
    guest,
  }) => {
    const { id } = await bookByTransfer(guest)
    await request.put(`/api/admin/bookings/${id}/notes`, { data: { admin_notes: 'Written before' } })
    await openBooking(page, id)
    await button(page, 'Review payment').click()
    await button(page, 'Reject').click()
    await expect(page.getByText('Reject this payment?')).toBeVisible()
    await button(page, 'Reject').click()
    await expect(toast(page, 'Payment rejected successfully')).toBeVisible()
    await expect(stamp(page, 'Rejected')).toBeVisible()
    expect(await readBooking(request, id)).toMatchObject({
      payment_status: 'failed',
      booking_status: 'cancelled',
      verification: 'rejected',
      admin_notes: 'Written before',
    })
  })

  test('stays open while a new proof is asked for, with a reason, and every proof is kept [A174, A175]', async ({
    page,
    request,
    guest,
  }) => {
    const booked = await bookByTransfer(guest)
    await openBooking(page, booked.id)
    await button(page, 'Review payment').click()
    await button(page, 'Ask for new proof').click()
    await button(page, 'Send request').click()
    await expect(page.getByText('Please give a reason')).toBeVisible()
    expect((await readPayment(request, booked.id)).openRequest).toBeNull()
    await page.getByRole('textbox', { name: 'Reason' }).fill('The amount cannot be read')
    await button(page, 'Send request').click()
    await expect(toast(page, 'New proof requested from the customer')).toBeVisible()
    await expect(panel(page, 'Bank transfer verification')).toContainText('The amount cannot be read')
    expect((await readBooking(request, booked.id)).booking_status).toBe('pending')
    await uploadProof(guest, booked)
    await openBooking(page, booked.id)
    await button(page, 'Review payment').click()
    await expect(page.getByRole('list', { name: 'Payment proof' }).getByRole('listitem')).toContainText([
      /Version 2/,
      /Version 1/,
    ])
  })

  test('takes a further proof from staff, by an address of the web or as a file [A175, A176, A177, A178]', async ({
    page,
    request,
    guest,
  }) => {
    const { id } = await bookByTransfer(guest)
    await openBooking(page, id)
    await button(page, 'Review payment').click()
    await page.getByText('Add a proof that came another way').click()
    await expect(button(page, 'Update')).toBeDisabled()
    const address = page.getByRole('textbox', { name: 'Payment proof URL' })
    await address.fill('javascript:alert(1)')
    await button(page, 'Update').click()
    await expect(toast(page, 'Failed to update payment proof URL')).toBeVisible()
    await expect(page.getByText('Please enter an address that starts with http:// or https://')).toBeVisible()
    await address.fill('https://bank.example/receipt/7')
    await button(page, 'Update').click()
    await expect(toast(page, 'Payment proof URL updated successfully')).toBeVisible()
    await expect(address).toHaveValue('')
    await page.getByLabel(/^Proof file/).setInputFiles(proofFile)
    await button(page, 'Upload proof').click()
    await expect(toast(page, 'Payment proof uploaded successfully')).toBeVisible()
    const { proofs } = await readPayment(request, id)
    expect(proofs.map((proof: { uploadedBy: string }) => proof.uploadedBy)).toEqual(['admin', 'admin', 'customer'])
    await expect(page.getByRole('link', { name: 'Open link' })).toHaveAttribute(
      'href',
      'https://bank.example/receipt/7',
    )
  })

  test('that two administrators decide at once is decided by the first, and the second is told [A173, A178]', async ({
    page,
    context,
    request,
    guest,
  }) => {
    const { id } = await bookByTransfer(guest)
    const other = await context.newPage()
    for (const each of [page, other]) {
      await openBooking(each, id)
      await button(each, 'Review payment').click()
    }
    await button(other, 'Reject').click()
    await button(page, 'Approve').click()
    await expect(stamp(page, 'Verified & Approved')).toBeVisible()
    await button(other, 'Reject').click()
    await expect(toast(other, 'Failed to reject payment')).toBeVisible()
    const dialog = other.getByRole('dialog', { name: 'Bank transfer verification' })
    await expect(dialog).toContainText('This transfer has already been decided.')
    await expect(button(other, 'Reject')).toHaveCount(0)
    expect((await readBooking(request, id)).verification).toBe('approved')
  })
})
