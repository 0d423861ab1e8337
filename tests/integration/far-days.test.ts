import { describe, expect, it } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { testApp } from '../support/app.ts'

// Days around a chosen one are computed and stored: none of them may have a year of five digits, or be before year 1.

const shop = await testApp({ trustProxy: 1 })
await seedWorld(shop.shop.deps, 'test')
const { headers } = await shop.signIn('admin')
const { items } = (await shop.call('GET /api/services/tour')).json() as { items: { id: string }[] }
const service = `/api/admin/services/${items[0]?.id}`

const { id: resource } = (
  await shop.call('POST /api/admin/resources', { name: 'Boat', type: 'boat', units: 1 }, headers)
).json()
const empty = { capacity: null, prices: null, note: null, guide: null }
const reason = 'Any'

type Routes = Readonly<Record<string, (day: string) => unknown>>
const reads: Routes = {
  'GET /api/admin/departures': (from) => ({ from }),
  'GET /api/admin/departure-days': (from) => ({ from }),
  'GET /api/admin/places-report': (from) => ({ from }),
  'GET /api/admin/places-report.csv': (from) => ({ from }),
  'GET /api/admin/period-figures': (day) => ({ from: day, to: day }),
  'GET /api/admin/sales-report': (day) => ({ from: day, to: day }),
  'GET /api/admin/item-visits': (day) => ({ from: day, to: day }),
  'GET /api/admin/audit': (day) => ({ from: day, to: day }),
  'GET /api/admin/payment-reports': (before) => ({ before }),
  'GET /api/admin/resource-uses': (day) => ({ day }),
  [`GET /api/services/tour/${items[0]?.id}/availability`]: (day) => ({ from: day, to: day }),
}
const ofDay: Readonly<Record<string, object | undefined>> = {
  [`GET ${service}/departures/DAY`]: undefined,
  [`GET ${service}/departures/DAY/customers`]: undefined,
  [`GET ${service}/departures/DAY/cancellation`]: undefined,
  [`PUT ${service}/departures/DAY`]: { ...empty, time: '10:00', version: 1, is_closed: false },
  [`POST ${service}/departures/DAY/messages/preview`]: { time: '10:00', subject: 'Any', text: 'Any' },
  [`POST ${service}/departures/DAY/cancellation/retries`]: { time: '10:00', booking_id: resource, choice: null },
}
const writes: Routes = {
  [`POST ${service}/departures`]: (date) => ({ ...empty, date, time: '10:00' }),
  [`POST ${service}/departure-changes`]: (day) => ({ from: day, to: day, change: 'open', reason }),
  'POST /api/admin/blocked-dates': (day) => ({ service_id: null, from: day, to: day, reason }),
  [`POST /api/admin/resources/${resource}/blocks`]: (day) => ({
    ...{ unit: 1, from_date: day, from_time: '10:00', to_date: day, to_time: '11:00', reason },
  }),
}

describe.each(['0001-01-01', '1582-10-10', '3000-01-01', '9998-12-31', '9999-12-31'])('%s', (day) => {
  it.each(Object.entries(reads))('is refused by %s', async (route, query) => {
    const url = `${route}?${new URLSearchParams(query(day) as Record<string, string>)}`
    expect((await shop.call(url, undefined, headers)).status).toBe(422)
  })
  it.each(Object.entries(ofDay))('is refused by %s', async (route, body) => {
    expect((await shop.call(route.replace('DAY', day), body, headers)).status).toBe(422)
  })
  it.each(Object.entries(writes))('is refused by %s', async (route, body) => {
    expect((await shop.call(route, body(day), headers)).status).toBe(422)
  })
})

describe.each(['1900-01-01', '2999-12-31'])('%s', (day) => {
  it.each(Object.entries(reads))('is answered by %s', async (route, query) => {
    const url = `${route}?${new URLSearchParams(query(day) as Record<string, string>)}`
    expect((await shop.call(url, undefined, headers)).status).toBe(200)
  })
  it.each(Object.entries(ofDay))('is answered by %s', async (route, body) => {
    expect((await shop.call(route.replace('DAY', day), body, headers)).status).toBeLessThan(500)
  })
  it.each(Object.entries(writes))('is answered by %s', async (route, body) => {
    expect((await shop.call(route, body(day), headers)).status).toBeLessThan(500)
  })
})
