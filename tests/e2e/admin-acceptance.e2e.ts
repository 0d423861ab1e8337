// A whole day at the counter: with the mouse, with the keyboard alone, and its five most common tasks on a phone. All three
// work in one shop; tests/e2e/support/counter.ts has the tasks, each with its proof on the server.
import { applyForClearance, expect, test } from './support/admin.ts'
import {
  addTours,
  answerMessage,
  approveTransfers,
  changeBooking,
  checkDocument,
  collectDocuments,
  type Day,
  deliverVisa,
  findByPhone,
  importAndUndo,
  prepareDay,
  raisePrices,
  refundPart,
  undoDelete,
} from './support/counter.ts'
import { countKeys, type Hands, keyboard, mouse, touch } from './support/hands.ts'
import { watchHands } from './support/keyboard.ts'

// One after the other, in the same shop. The mouse and the keyboard have a whole day to work.
test.describe.configure({ mode: 'default', timeout: 360_000 })

/** The whole day takes 493 keys, letters included; the room is for what other tests have left in the queues. */
const maxKeys = 600

type Request = Parameters<typeof addTours>[0]
async function workTheDay(hands: Hands, request: Request, day: Day): Promise<void> {
  const { page } = hands
  const { called, phone } = day
  await test.step('finds a booking by phone', async () => {
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await findByPhone(hands, { phone, reference: called.reference })
  })
  await test.step('changes date and party', () => changeBooking(hands, request, called))
  await test.step('uploads a document and requests others', () => collectDocuments(hands, request, day.visa))
  await test.step('delivers a visa', () => deliverVisa(hands, request, day.visa))
  await test.step('approves a transfer and continues to the next', () =>
    approveTransfers(hands, request, day.transfers))
  await test.step('refunds a part', () => refundPart(hands, request, day.paid))
  await test.step('undoes a delete', () => undoDelete(hands, request, day))
  await test.step('raises 20 prices', () => raisePrices(hands, request, day))
  await test.step('imports with a mistake and undoes it', () => importAndUndo(hands, request, day))
  await test.step('answers a message', () => answerMessage(hands, request, day))
}

test('a day at the counter is worked with the mouse at 1280 px', async ({ page, request, guest }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const day = await prepareDay({ guest, request }, 'Mousetour')
  await addTours(request, day.tag, 20)
  await workTheDay(mouse(page), request, day)
})

test('a day at the counter is worked with the keyboard alone', async ({ page, request, guest }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const day = await prepareDay({ guest, request }, 'Keytour')
  await addTours(request, day.tag, 20)
  const others = await watchHands(page)
  const keys = countKeys(page)
  await workTheDay(keyboard(page), request, day)
  expect(others).toEqual([])
  test.info().annotations.push({ type: 'keys of the day', description: String(keys()) })
  expect(keys()).toBeLessThanOrEqual(maxKeys)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the five most common tasks are done by touch at 390 px', async ({ page, request, guest }) => {
    const day = await prepareDay({ guest, request }, 'Touchtour')
    const clearance = await applyForClearance(guest)
    const atDesk = { data: { reason: 'At the desk' } }
    expect((await request.post(`/api/admin/bookings/${clearance.id}/arrival-payment`, atDesk)).ok()).toBe(true)
    const hands = touch(page)
    await page.goto('/admin')
    await findByPhone(hands, { phone: day.phone, reference: day.called.reference })
    await changeBooking(hands, request, day.called)
    await approveTransfers(hands, request, day.transfers)
    await checkDocument(hands, request, clearance)
    await answerMessage(hands, request, day)
  })
})
