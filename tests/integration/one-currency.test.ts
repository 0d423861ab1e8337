// The demo shop sells in USD, AED and INR. A visitor who has chosen another currency finds that one on every page.
import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { addDays, dateIn } from '../../src/kernel/dates.ts'
import { textOf } from '../../src/shop/testing/open-page.ts'
import { amountsIn, strayAmounts } from '../../src/shop/testing/stray-amounts.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { openPages, safari } from '../support/open-pages.ts'
import { safariForTwo } from '../support/requests.ts'
import { shopPages } from '../support/shop-pages.ts'
import { anyAddress } from './database-state.ts'

const core = await testCore()
core.clock.set(new Date())
const shop = await testApp({ core, pages: shopPages(), trustProxy: 1 })
await seedWorld(shop.shop.deps, 'demo')

const currencies = ['EUR', 'AED'] as const
const get = async (path: string, currency: string): Promise<string> => {
  const headers = { accept: 'text/html', cookie: `safar_currency=${currency}`, ...anyAddress() }
  return (await shop.call(`GET ${path}`, undefined, headers)).text
}
const priced = ['home', 'tours', 'packages', 'tickets', 'visas', 'umrah', 'transfers', 'tour', 'package', 'ticket']
const alsoPriced = ['visa', 'umrah-package', 'transfer', 'ok-to-board', 'tour-booking', 'booking-ticket']

type Service = { id: string; schedule: { slots: string[] } }

describe.each(currencies)('a visitor who has chosen %s', (currency) => {
  test.each(openPages)('sees no price in another currency at $path', async ({ name, path }) => {
    const html = await get(path, currency)
    expect(strayAmounts(html, currency)).toEqual([])
    if ([...priced, ...alsoPriced].includes(name)) expect(amountsIn(html, currency)).toBeGreaterThan(0)
  })

  test.each([
    ['ticket', 'museum-of-the-future'],
    ['tour', safari],
  ])('sees it while paying for a %s, afterwards and when tracking it', async (kind, slug) => {
    const { service } = (await shop.call(`GET /api/services/${kind}/${slug}`)).json() as { service: Service }
    const request = {
      ...safariForTwo,
      service_type: kind,
      service_id: service.id,
      travel_date: addDays(dateIn('Asia/Dubai', core.clock()), 21),
      travel_time: service.schedule.slots[0] ?? '14:00',
    }
    const answer = await shop.call('POST /api/bookings', request, anyAddress())
    expect(answer.status).toBe(200)
    const { booking, token } = answer.json() as { booking: { id: string }; token: string }
    const access = `bookingId=${booking.id}&token=${token}`
    for (const page of ['booking-payment', 'booking-confirmation', 'booking-tracker', 'track-booking']) {
      const html = await get(`/${page}?${access}`, currency)
      expect([page, strayAmounts(html, currency)]).toEqual([page, []])
      if (page !== 'booking-tracker' && page !== 'track-booking') expect(amountsIn(html, currency)).toBeGreaterThan(1)
    }
  })
})

test('what will be charged stays on the page, small beneath or in parentheses', async () => {
  const text = textOf(await get('/tickets', 'EUR'))
  expect(text).toMatch(/≈ €\d+ (per person )?AED [\d,]+\.\d\d/)
})

test('the search for stray amounts finds them', () => {
  const page = (inner: string) => `<body><main>${inner}</main></body>`
  for (const stray of ['$55', '<b>AED</b> 159.00', '₹2,999.00', '≈ €40 of $43', '159 د.إ 159'])
    expect(strayAmounts(page(`From ${stray}`), 'EUR'), stray).not.toEqual([])
  const pair = '<bdi dir="ltr">≈ €39.86</bdi><bdi dir="ltr" class="price-own">AED 159.00</bdi>'
  for (const allowed of [pair, 'Pay ≈ €39.86 (AED 159.00)', 'You will be charged AED 159.00.', 'Pay AED 159.00'])
    expect(strayAmounts(page(allowed), 'EUR'), allowed).toEqual([])
})
