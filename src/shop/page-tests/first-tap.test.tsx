// @vitest-environment happy-dom
// The first press of a long form leads to what is missing. Only the next one calls it an error.
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { money } from '../../kernel/money.ts'
import { resolveTexts } from '../../platform/messages.server.ts'
import { rules as clearanceRules } from '../../services/ok-to-board/rules.ts'
import { aService } from '../../services/testing/service.ts'
import { fields } from '../../services/visa/fields.ts'
import { rules } from '../../services/visa/rules.ts'
import { cardOf, tourOf } from '../testing/fake-api.ts'
import { errorOf, openShop, type Screen, type } from '../testing/screen.tsx'

const hint = 'Please fill in what is still missing.'
const priced = aService(fields, { country: 'Oman', visa_type: '10-Day Visa', price: 4000, estimated_days: 3 })
const visa = {
  ...{ ...tourOf(), kind: 'visa', slug: 'oman', href: '/visas/oman', title: 'Oman', unit: 'applicant' as const },
  ...{ party: rules.party(priced), details: priced.details },
  schedule: { ...rules.schedule(priced), slots: [], timeZone: 'Asia/Dubai', hasWaitingList: false },
  documents: resolveTexts(rules.documents(priced), 'en') as never,
}
const press = (page: Screen, name: string | RegExp) =>
  fireEvent.click(page.getAllByRole('button', { name })[0] as HTMLElement)
async function openWizard(option: string): Promise<{ page: Screen; wizard: Screen }> {
  const page = await openShop('/visas/oman', { services: [visa] })
  press(page, 'Apply Now')
  const wizard = within(await page.findByRole('dialog'))
  await wizard.findByText('1 adult × $40.00')
  press(wizard, 'Continue')
  await wizard.findByText('What happens after you apply')
  press(wizard, 'Continue')
  expect((await wizard.findByText('Please choose when to add traveller details')).className).not.toContain('error')
  fireEvent.click(await wizard.findByText(option))
  press(wizard, 'Continue')
  return { page, wizard }
}
const isQuiet = (page: Screen) =>
  page.queryByRole('alert') === null && document.querySelectorAll('.field-error').length === 0

test('[C087] the travellers of a visa: lead, then the toast with each error once, which leaves when all are fixed', async () => {
  const { page, wizard } = await openWizard('Add traveller details now, then pay')
  await wizard.findByRole('textbox', { name: /^Full name/ })
  press(wizard, 'Continue to payment')
  await wizard.findByText(hint)
  await waitFor(() => expect(document.activeElement).toBe(wizard.getByRole('textbox', { name: /^Full name/ })))
  expect(isQuiet(page)).toBe(true)
  press(wizard, 'Continue to payment')
  await page.findByText('Incomplete Information')
  expect(wizard.queryByText(hint)).toBeNull()
  const shown = [...document.querySelectorAll('.field-error')].map((each) => each.textContent)
  expect(shown.length).toBeGreaterThan(4)
  expect(new Set(shown).size).toBe(shown.length)
  const name = wizard.getByRole('textbox', { name: /^Full name/ })
  expect(errorOf(name)).not.toBe('')
  type(name, 'Asha Rao')
  await waitFor(() => expect(errorOf(name)).toBe(''))
})

test('[C094] the contact of a visa: lead, then the toast, which leaves when all is given', async () => {
  const { page, wizard } = await openWizard('Pay now, send documents later')
  const name = await wizard.findByLabelText(/^Lead traveller/)
  press(wizard, 'Continue to payment')
  await wizard.findByText(hint)
  expect(document.activeElement).toBe(name)
  expect(isQuiet(page)).toBe(true)
  press(wizard, 'Continue to payment')
  await page.findByText('Contact Information Required')
  type(name, 'Asha Rao')
  type(wizard.getByLabelText(/^Email/), 'asha@example.com')
  type(wizard.getByLabelText(/^WhatsApp/), '98123 45678')
  await waitFor(() => expect(page.queryByText('Contact Information Required')).toBeNull())
})

test('[C150, C151] Ok to Board: lead, then the toast with each error at its field', async () => {
  const shared = { kind: 'ok_to_board', slug: 'ok-to-board', href: '/ok-to-board', title: 'Ok to Board' } as const
  const details = { base_price: 299_900, processing_fee: 19_900, processing_time: '48 hours', tax_rate: 0.175 }
  const service = tourOf({
    ...{ ...shared, currency: 'INR', from: money(373_782, 'INR'), details },
    party: { adults: { min: 1, max: 1 }, children: null, infants: null, together: 1 },
    schedule: { ...tourOf().schedule, slots: [], timeRequired: false, hasPickup: false },
  })
  const documents = resolveTexts(clearanceRules.documents(service as never), 'en') as never
  const page = await openShop('/ok-to-board', {
    cards: [cardOf({ ...shared, details: {} })],
    services: [{ ...service, documents }],
  })
  press(page, 'Book Now')
  await page.findByText(hint)
  const first = document.activeElement as HTMLElement
  expect(first.tagName).toBe('INPUT')
  expect(isQuiet(page)).toBe(true)
  press(page, 'Book Now')
  await page.findByText('Missing Information')
  expect(page.queryByText(hint)).toBeNull()
  expect(document.activeElement).toBe(first)
  expect(errorOf(first)).not.toBe('')
})
