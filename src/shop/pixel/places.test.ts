import { describe, expect, it } from 'vitest'
import { itemAt, mayCarryPixel, type Place, takenItem } from './places.ts'

const at = (address: string): Place => {
  const url = new URL(address, 'http://shop.test')
  return { pathname: url.pathname, search: Object.fromEntries(url.searchParams) }
}

describe('the pixel', () => {
  it('runs on public pages, but not where visitors pay, upload documents or sign in [C323, C330]', () => {
    expect(mayCarryPixel({ part: 'src/shop/home/page.tsx' }, false)).toBe(true)
    expect(mayCarryPixel(undefined, false)).toBe(true)
    expect(mayCarryPixel({ part: 'src/shop/booking-payment/page.tsx', isPrivate: true }, false)).toBe(false)
    expect(mayCarryPixel({ part: 'src/shop/ok-to-board/page.tsx' }, false)).toBe(false)
    expect(mayCarryPixel({ part: 'src/shop/service-detail/page.tsx' }, true)).toBe(false)
  })
})

describe('the item of a page', () => {
  it('is found on detail and booking pages, under each of their addresses [C326]', () => {
    expect(itemAt(at('/tours/dunes'))).toEqual({ kind: 'tour', idOrSlug: 'dunes', isBooking: false })
    expect(itemAt(at('/tickets/tower/booking'))).toEqual({ kind: 'ticket', idOrSlug: 'tower', isBooking: true })
    expect(itemAt(at('/booking?type=tour&id=dunes'))).toEqual({ kind: 'tour', idOrSlug: 'dunes', isBooking: true })
    for (const address of ['/', '/tours', '/tours/', '/tours/a/b', '/tours/a/booking/b', '/ok-to-board', '/booking'])
      expect(itemAt(at(address)), address).toBeNull()
  })
})

describe('the item added to the cart', () => {
  it('is known on the way to a booking page, to the wizard or from a form to payment [C326]', () => {
    const taken = (from: string, to: string) => takenItem(at(from), at(to))?.idOrSlug ?? null
    expect(taken('/umrah/ten-days', '/umrah/ten-days/booking')).toBe('ten-days')
    expect(taken('/visas/uae', '/visas/uae?step=selection')).toBe('uae')
    expect(taken('/tours/dunes', '/booking-payment?bookingId=1')).toBe('dunes')
    expect(taken('/tickets', '/tickets/tower/booking')).toBe('tower')
  })
  it('is none on any other way', () => {
    for (const [from, to] of [
      ['/', '/tours'],
      ['/tours', '/tours/dunes'],
      ['/visas/uae?step=selection', '/visas/uae?step=travellers'],
      ['/profile', '/booking-payment?bookingId=1'],
      ['/tours/dunes', '/booking-history'],
    ] as const)
      expect(takenItem(at(from), at(to)), `${from} ${to}`).toBeNull()
  })
})
