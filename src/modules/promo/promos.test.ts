import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { barrier } from '../../../tests/support/barrier.ts'
import { mailboxOf } from '../../kernel/email.ts'
import { money } from '../../kernel/money.ts'
import { inEnglish } from '../../services/testing/service.ts'
import { createBooking, decideStatus, quoteChoice } from '../booking/index.server.ts'
import { addService, addUsers, admin, codeOf, refusalOf, requestFor, visitor } from '../booking/testing/fixtures.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { changePromo, createPromo } from './commands.server.ts'
import { promoInput } from './contract.ts'
import { removePromo } from './trash.server.ts'

let shop: TestApp
let tour: CatalogueService
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  tour = await addService(shop.core, 'tour')
})

let counter = 0
const addPromo = (given: Record<string, unknown> = {}) => {
  counter += 1
  const discount = { percentHundredths: 1000 }
  return createPromo(shop.core, admin, promoInput.parse({ code: `CODE${counter}`, discount, ...given }))
}
const bookWith = (promo_code: string, given: Record<string, unknown> = {}) =>
  createBooking(shop.core, visitor, { ...requestFor(tour), promo_code, ...given }, null)
const usedOf = async (code: string): Promise<number> =>
  (await shop.core.db.selectFrom('promo_codes').select('used').where('code', '=', code).executeTakeFirstOrThrow()).used

describe('a promo code on a booking', () => {
  it('lowers the charged amount, decided by the server alone [C096]', async () => {
    const { code } = await addPromo()
    const quoted = await quoteChoice(shop.core, {
      ...{ service_type: 'tour', service_id: tour.id, travel_date: '2026-12-01', travel_time: '10:00' },
      ...{ adults_count: 2, children_count: 0, infants_count: 0, details: {} },
      promo_code: code.toLowerCase(),
    })
    expect(quoted.price.discount).toEqual(money(2000, 'USD'))
    expect(quoted.price.final).toEqual(money(18_000, 'USD'))
    const { booking } = await bookWith(` ${code.toLowerCase()} `, { expected_amount: money(18_000, 'USD') })
    expect(booking).toMatchObject({ final_amount: money(18_000, 'USD'), promo_code: code })
    expect(await usedOf(code)).toBe(1)
  })

  it('is refused under its field when invalid, and nothing is booked', async () => {
    const quote = await quoteChoice(shop.core, {
      ...{ service_type: 'tour', service_id: tour.id, travel_date: '2026-12-01', travel_time: '10:00' },
      ...{ adults_count: 2, children_count: 0, infants_count: 0, details: {}, promo_code: 'NOSUCH' },
    })
    expect(inEnglish(quote.errors)).toEqual([{ path: 'promo_code', message: 'This promo code is not valid' }])
    expect(quote.price.discount.minor).toBe(0)
    const refusal = await refusalOf(bookWith('NOSUCH'))
    expect(refusal.errors).toEqual([{ path: 'promo_code', message: 'This promo code is not valid' }])
    const old = await addPromo({ endsAt: '2026-11-01T00:00:00Z' })
    expect((await refusalOf(bookWith(old.code))).errors[0]?.message).toBe('This promo code has expired')
  })

  it('cannot be guessed: after too many wrong codes right ones are refused too [C096]', async () => {
    const { code } = await addPromo()
    const quote = async (promo_code: string) => {
      const choice = { service_type: 'tour', service_id: tour.id, travel_date: '2026-12-01', travel_time: '10:00' }
      return (await shop.call('POST /api/quotes', { ...choice, adults_count: 1, promo_code })).status
    }
    for (let tries = 0; tries < 3; tries++) expect(await quote(code)).toBe(200)
    for (let tries = 0; tries < 60; tries++) expect(await quote(`WRONG${tries}`)).toBe(200)
    // Otherwise the limit itself would tell right codes from wrong ones.
    expect([await quote('WRONG60'), await quote(code), await quote('')]).toEqual([429, 429, 200])
    shop.core.clock.advance(10)
    expect(await quote(code)).toBe(200)
  })

  it('never exceeds its limit under parallel bookings', async () => {
    const { code } = await addPromo({ usageLimit: 3 })
    const tries = await Promise.allSettled(
      Array.from({ length: 9 }, (_, index) => bookWith(code, { customer_email: `p${index}@example.com` })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await usedOf(code)).toBe(3)
  })

  it('(control) exceeds its limit without the lock', async () => {
    const { id } = await addPromo({ usageLimit: 1 })
    const allHaveRead = barrier(3)
    const take = (): Promise<boolean> =>
      shop.core.db.transaction().execute(async (trx) => {
        const { used } = await trx
          .selectFrom('promo_codes')
          .select('used')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        await allHaveRead()
        if (used >= 1) return false
        await sql`update promo_codes set used = used + 1 where id = ${id}`.execute(trx)
        return true
      })
    const given = await Promise.all([take(), take(), take()])
    expect(given.filter(Boolean).length).toBeGreaterThan(1)
  })

  it('with a limit per customer counts addresses case-insensitively', async () => {
    const { code } = await addPromo({ customerLimit: 1 })
    await bookWith(code, { customer_email: 'Twice@Example.com' })
    const again = await refusalOf(bookWith(code, { customer_email: 'twice@example.com' }))
    expect(again.errors[0]?.message).toBe('You have already used this promo code')
    await bookWith(code, { customer_email: 'other@example.com', customer_phone: '+91 98765 43211' })
  })

  it.each([
    ['a plus variant of the address', { customer_email: 'once+2@gmail.com', customer_phone: '+91 98765 43212' }],
    ['a dot variant of a Gmail address', { customer_email: 'on.ce@googlemail.com', customer_phone: '+91 98765 43212' }],
    ['another spelling of the phone number', { customer_email: 'else@example.com', customer_phone: '098765 43211' }],
  ])('with a limit per customer is refused for %s', async (_, again) => {
    const { code } = await addPromo({ customerLimit: 1 })
    await bookWith(code, { customer_email: 'once@gmail.com', customer_phone: '+91 98765 43211' })
    const refusal = await refusalOf(bookWith(code, again))
    expect(refusal.errors[0]?.message).toBe('You have already used this promo code')
    await bookWith(code, { customer_email: 'other@example.com', customer_phone: '+91 98765 43212' })
  })

  it('with a limit per customer is accepted for an address with other dots outside Gmail', async () => {
    const { code } = await addPromo({ customerLimit: 1 })
    await bookWith(code, { customer_email: 'a.rao@example.com', customer_phone: '+91 98765 43211' })
    await bookWith(code, { customer_email: 'arao@example.com', customer_phone: '+91 98765 43212' })
  })

  it('stores the mailbox of an address as it is compared', async () => {
    const { code } = await addPromo()
    const spellings = [
      'A.b+c@Googlemail.com',
      'c.d+e@gmail.com',
      'x@example.com',
      'a+b+c@d.example',
      'o.n.e@example.com',
    ]
    for (const email of [...spellings, 'a.b@notgmail.com', 'a.b@mygooglemail.com']) {
      const { booking } = await bookWith(code, { customer_email: email })
      const stored = await shop.core.db
        .selectFrom('promo_uses')
        .select('customer_mailbox')
        .where('booking_id', '=', booking.id)
        .executeTakeFirstOrThrow()
      expect(stored.customer_mailbox).toBe(mailboxOf(email))
    }
  })

  it('can be used again after its booking failed', async () => {
    const { code } = await addPromo({ usageLimit: 1 })
    const { booking } = await bookWith(code)
    expect(await codeOf(bookWith(code))).toBe('booking/invalid')
    await decideStatus(shop.core, admin, booking.id, 'cancel', { reason: 'Asked to' })
    await shop.runJobs()
    expect(await usedOf(code)).toBe(0)
    await bookWith(code)
  })

  it('that covers everything leaves nothing to pay', async () => {
    const { code } = await addPromo({ discount: { percentHundredths: 10_000 } })
    const { booking } = await bookWith(code)
    expect(booking).toMatchObject({ final_amount: money(0, 'USD'), payment_status: 'completed', expires_at: null })
  })
})

describe('staff', () => {
  it('change a code only at the version they saw, and remove only an unused one', async () => {
    const promo = await addPromo()
    const input = promoInput.parse({ code: promo.code, discount: { percentHundredths: 2000 } })
    const changed = await changePromo(shop.core, admin, { promoId: promo.id, version: 1, promo: input })
    expect(changed).toMatchObject({ version: 2, discount: { percentHundredths: 2000 } })
    const late = changePromo(shop.core, admin, { promoId: promo.id, version: 1, promo: input })
    expect(await codeOf(late)).toBe('promo/version-conflict')
    expect(await codeOf(createPromo(shop.core, admin, input))).toBe('promo/code-taken')
    await bookWith(promo.code)
    expect(await codeOf(removePromo(shop.core, admin, promo.id))).toBe('promo/used')
    const unused = await addPromo()
    expect(await removePromo(shop.core, admin, unused.id)).toEqual({ removed: true })
  })
  it('only can read and write codes over HTTP', async () => {
    expect((await shop.call('GET /api/admin/promo-codes')).status).toBe(401)
    const { headers } = await shop.signIn('admin')
    const body = { code: 'web 10', discount: { amount: { minor: 500, currency: 'AED' } } }
    const made = await shop.call('POST /api/admin/promo-codes', body, headers)
    expect(made.json()).toMatchObject({ code: 'WEB10', used: 0 })
    const wrong = await shop.call('POST /api/admin/promo-codes', { code: '!', discount: {} }, headers)
    expect(wrong.status).toBe(422)
  })
})
