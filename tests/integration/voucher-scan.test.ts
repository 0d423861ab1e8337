// The printed voucher, drawn to pixels and read as on a phone whose browser cannot read codes itself.
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { codeIn } from '../../src/admin/check-in/code.ts'
import { codeInPixels } from '../../src/admin/check-in/read-code.ts'
import { confirmBooking, lockBooking, systemActor } from '../../src/modules/booking/index.server.ts'
import { addService, addUsers, book, customer } from '../../src/modules/booking/testing/fixtures.ts'
import { openPdfRenderer } from '../../src/modules/printouts/pdf-renderer.server.ts'
import { printVoucher } from '../../src/modules/printouts/printouts.server.ts'
import { testApp } from '../support/app.ts'

type Box = readonly [x: number, y: number, width: number, height: number]

/** The rectangles of a PDF's pages. A voucher draws none but the dark modules of its QR code. */
function boxesIn(pdf: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue
    const end = pdf.indexOf('\nendstream', at)
    let page: string
    try {
      page = inflateSync(pdf.subarray(at + 7, end)).toString('latin1')
    } catch {
      continue
    }
    for (const [, ...numbers] of page.matchAll(/(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re\b/g))
      boxes.push(numbers.map(Number) as unknown as Box)
  }
  return boxes
}

/** `scale` pixels for each point, with the white margin of the stub, dimmed like a photo in poor light. */
function picture(boxes: readonly Box[], scale: number) {
  const margin = 8 * scale
  const [left, top] = [Math.min(...boxes.map(([x]) => x)), Math.min(...boxes.map(([, y]) => y))]
  const right = Math.max(...boxes.map(([x, , width]) => x + width))
  const side = Math.ceil((right - left) * scale + 2 * margin)
  const data = new Uint8ClampedArray(side * side * 4).fill(170)
  const place = (at: number, start: number) => Math.round((at - start) * scale + margin)
  for (const [x, y, width, height] of boxes)
    for (let row = place(y, top); row < place(y + height, top); row++)
      data.fill(60, (row * side + place(x, left)) * 4, (row * side + place(x + width, left)) * 4)
  return { data, width: side, height: side }
}

test('the QR code of a printed voucher is read from its picture and leads staff to its check-in', async () => {
  const shop = await testApp()
  await addUsers(shop.core)
  const booking = await book(shop.core, await addService(shop.core, 'tour'), {}, customer)
  await shop.core.db
    .transaction()
    .execute(async (trx) => confirmBooking(trx, shop.core, await lockBooking(trx, booking.id), systemActor))
  const { bytes } = await printVoucher({ ...shop.core, pdfRenderer: openPdfRenderer() }, booking.id)
  const boxes = boxesIn(bytes)
  expect(boxes.length).toBeGreaterThan(200)
  const guide = await shop.signIn('guide')
  for (const scale of [3, 5]) {
    const code = codeIn(codeInPixels(picture(boxes, scale)) ?? '')
    const answer = await shop.call(`GET /voucher/${code}`, undefined, guide.headers)
    expect(answer.headers.location).toBe(`/admin/check-in/voucher/${code}`)
    const voucher = await shop.call(`GET /api/admin/check-in/vouchers/${code}`, undefined, guide.headers)
    expect(voucher.json()).toMatchObject({ booking_reference: booking.booking_reference })
  }
  expect(codeInPixels(picture(boxes.slice(0, boxes.length / 2), 5))).toBeNull()
})
