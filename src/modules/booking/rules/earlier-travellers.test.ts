import { expect, it } from 'vitest'
import { type EarlierTraveller, mergeTravellers } from './earlier-travellers.ts'

const traveller = (more: Partial<EarlierTraveller> = {}): EarlierTraveller => ({
  ...{ name: 'Anita Rao', date_of_birth: '1988-05-12', passport_number: 'P1', passport_expiry: '2030-01-01' },
  booking_reference: 'TH-NEW',
  ...more,
})

it('one person is one entry, with the newest details', () => {
  const older = traveller({ passport_number: 'P0', passport_expiry: '2024-01-01', booking_reference: 'TH-OLD' })
  expect(mergeTravellers([traveller(), older])).toEqual([traveller()])
})
it('a name in another spelling of letters and spaces is the same person', () => {
  const others = [traveller({ name: 'ANITA  RAO' }), traveller({ name: 'Anitá Rao ' })]
  expect(mergeTravellers([traveller(), ...others])).toEqual([traveller()])
})
it('another date of birth, or none, is another person', () => {
  const all = [traveller(), traveller({ date_of_birth: '2015-05-12' }), traveller({ date_of_birth: null })]
  expect(mergeTravellers(all)).toEqual(all)
})
it('an older passport fills in a missing one, with its own expiry', () => {
  const without = traveller({ passport_number: null, passport_expiry: '2031-01-01' })
  const older = traveller({ passport_number: 'P0', passport_expiry: null, booking_reference: 'TH-OLD' })
  expect(mergeTravellers([without, older])).toEqual([{ ...without, passport_number: 'P0', passport_expiry: null }])
})
