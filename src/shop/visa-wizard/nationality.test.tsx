// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { addDays, dateIn } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import { datesIn } from '../../kernel/shown-dates.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { resolveTexts } from '../../platform/messages.server.ts'
import { aService } from '../../services/testing/service.ts'
import { fields } from '../../services/visa/fields.ts'
import { rules } from '../../services/visa/rules.ts'
import { bookingId, bookingOf, bookingToken, tourOf } from '../testing/fake-api.ts'
import { openShop, type Screen, type } from '../testing/screen.tsx'

const { longDay } = datesIn('en-GB')

const priced = aService(fields, {
  ...{ country: 'Oman', visa_type: '10-Day Visa', price: 4000, estimated_days: 3 },
  nationality_rules: [
    { nationalities: ['PK'], residences: ['AE'], price: 3500, processing_days: 8, documents: ['residence_permit'] },
    { nationalities: ['GB'], is_available: false, next_step: 'You get a visa on arrival.' },
  ],
})
const visa = (slug = 'oman-10-day'): ServiceDetail => ({
  ...tourOf(),
  ...{ kind: 'visa', slug, href: `/visas/${slug}`, title: 'Oman 10-Day Visa', unit: 'applicant' },
  from: money(3500, 'USD'),
  schedule: { ...rules.schedule(priced), slots: [], timeZone: 'Asia/Dubai', hasWaitingList: false },
  party: rules.party(priced),
  documents: resolveTexts(rules.documents(priced), 'en') as ServiceDetail['documents'],
  details: priced.details,
})
const paymentUrl = `http://shop.test/booking-payment?bookingId=${bookingId}&token=${bookingToken}`
async function open(query = '') {
  const create = vi.fn(async (_input: object) => ({ booking: bookingOf(), token: bookingToken, paymentUrl }))
  const page = await openShop(`/visas/oman-10-day${query}`, { services: [visa()] }, { booking: { create } } as never)
  return { page, create }
}
const choose = async (page: Screen, label: RegExp, country: string) => {
  const field = (await page.findAllByLabelText(label)).at(-1) as HTMLElement
  fireEvent.click(field)
  type(field, country)
  fireEvent.click(await page.findByRole('option', { name: country }))
}
const apply = (page: Screen) => fireEvent.click(page.getAllByRole('button', { name: 'Apply Now' })[0] as HTMLElement)

test('a visa starts with nationality and residence, and shows what this passport pays and needs', async () => {
  const { page } = await open()
  expect(page.getAllByText('From').length).toBeGreaterThan(0)
  expect(page.queryByText('Residence permit')).toBeNull()
  await choose(page, /^Nationality/, 'Pakistan')
  await choose(page, /^Country of residence/, 'United Arab Emirates')
  await page.findByText('Residence permit')
  expect(page.getAllByText('$35').length).toBeGreaterThan(0)
  expect(page.queryByText('From')).toBeNull()
  await page.findByText('Usually decided within 8 days')
  await page.findByText(`Apply today, expected by ${longDay(addDays(dateIn('Asia/Dubai', new Date()), 8))}`)
  expect(location.search).toBe('?nationality=PK&residence=AE')
})

test('a passport that the visa is not available to learns what to do instead', async () => {
  const { page } = await open('?nationality=GB&residence=GB')
  await page.findByText('You get a visa on arrival.')
  expect(page.queryAllByRole('button', { name: 'Apply Now' })).toEqual([])
  expect(page.getAllByRole('link', { name: 'Ask us' }).length).toBeGreaterThan(0)
  expect(page.getByRole('link', { name: 'See other visas' }).getAttribute('href')).toBe('/visas')
})

test('the choice of the address is asked once and booked', async () => {
  const { page, create } = await open('?nationality=PK&residence=AE')
  await page.findByText('Residence permit')
  apply(page)
  const wizard = within(await page.findByRole('dialog'))
  await wizard.findByText('1 adult × $35.00')
  fireEvent.click(wizard.getByRole('button', { name: 'Continue' }))
  fireEvent.click(await wizard.findByText('Pay now, send documents later'))
  await wizard.findByText('What happens after you apply')
  fireEvent.click(wizard.getByRole('button', { name: 'Continue' }))
  type(await wizard.findByLabelText(/^Lead traveller/), 'Asha Rao')
  type(wizard.getByLabelText(/^Email/), 'asha@example.com')
  type(wizard.getByLabelText(/^WhatsApp/), '98123 45678')
  fireEvent.click(wizard.getByRole('button', { name: 'Continue to payment' }))
  await waitFor(() => expect(create).toHaveBeenCalledOnce())
  expect(create.mock.calls[0]?.[0]).toMatchObject({
    details: { booking_option: 'pay_now', nationality: 'PK', residence: 'AE' },
    expected_amount: { minor: 3500, currency: 'USD' },
  })
})

test('the wizard goes no further without a nationality, and names the missing field', async () => {
  const { page } = await open()
  await page.findByLabelText(/^Nationality/)
  apply(page)
  const wizard = within(await page.findByRole('dialog'))
  await wizard.findByLabelText(/^Nationality/)
  fireEvent.click(wizard.getByRole('button', { name: 'Continue' }))
  await wizard.findByText('Please fill in what is still missing.')
  expect(document.activeElement?.getAttribute('name')).toBe('nationality')
  expect(wizard.queryByText('Please choose your nationality')).toBeNull()
  fireEvent.click(wizard.getByRole('button', { name: 'Continue' }))
  await wizard.findByText('Please choose your nationality')
  await wizard.findByText('Please choose the country you live in')
  expect(document.activeElement?.getAttribute('name')).toBe('nationality')
  expect(wizard.queryByText('Step 2 of 4')).toBeNull()
})
