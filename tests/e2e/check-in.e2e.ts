// A guide's phone: the list of today's departure goes on without a connection. The demo world has one, half checked in.
import { expect, goInside, test } from './support/admin.ts'
import { expectAccessible } from './support/axe.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a guide checks a party in offline; each mark counts once, also if the answer is lost', async ({
  page,
  context,
  request,
}) => {
  const { departures } = await (await request.get('/api/admin/check-in/departures')).json()
  const [{ departure_id: id, people, arrived }] = departures
  await page.goto('/admin/check-in')
  const today = page.getByRole('region', { name: "Today's departures" })
  const departure = today.getByRole('link', { name: `${arrived} of ${people} arrived` })
  await expect(departure).toBeVisible()
  await expectAccessible(page, "today's departures")
  await departure.click()
  await expect(page.getByLabel('Not arrived only')).toBeVisible()
  await expectAccessible(page, 'check-in')

  await context.setOffline(true)
  await page.getByLabel('Not arrived only').check()
  const open = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Mark all as arrived' }) })
  const name = (await open.first().getAttribute('aria-label')) ?? ''
  const isAskedFirst = /Still to be paid|Not confirmed/.test((await open.first().textContent()) ?? '')
  const marks = await open
    .first()
    .getByRole('button', { name: /^Check in / })
    .count()
  await open.first().getByRole('button', { name: 'Mark all as arrived' }).click()
  const question = page.getByRole('dialog', { name: 'Check in anyway?' })
  if (isAskedFirst) await question.getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await expect(page.getByText(`${arrived} of ${people} arrived`)).toBeVisible()
  await expectAccessible(page, 'check-in without a connection')

  // The first answer is lost on its way: the marks are sent again, and count once.
  const sent: string[] = []
  await page.route(/checkIn\/mark$/, async (route) => {
    sent.push(route.request().postData() ?? '')
    if (sent.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await context.setOffline(false)
  await expect(page.getByText(`${arrived + marks} of ${people} arrived`)).toBeVisible()
  await expect(page.getByText(/waiting to be sent/i)).toHaveCount(0)
  expect(sent.length).toBeGreaterThan(1)
  expect(sent[1]).toBe(sent[0])
  const list = await (await request.get(`/api/admin/check-in/departures/${id}`)).json()
  const party = list.parties.find(({ customer_name }: { customer_name: string }) => customer_name === name)
  expect(party.people.every(({ arrival }: { arrival: unknown }) => arrival !== null)).toBe(true)
  await goInside(page, `/admin/check-in/voucher/${party.booking_reference}`)
  await expect(page.getByText('This voucher has been used')).toBeVisible()
  await expectAccessible(page, 'a used voucher')
})
