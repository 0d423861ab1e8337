// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { setupSteps } from '../../modules/settings/setup/rules.ts'
import { press, toast } from '../testing/hands.ts'
import { openScreen, owner, quietSetup } from '../testing/screen.tsx'
import type { Setup, StepKey } from './setup-data.ts'

const required = new Set<StepKey>(['name', 'phone', 'currency', 'time_zone', 'payment', 'item'])
const setupWith = (done: readonly StepKey[], more: Partial<Setup> = {}): Setup => ({
  ...quietSetup,
  state: 'soon',
  is_on_dashboard: true,
  steps: setupSteps.map((step) => ({
    step,
    is_required: required.has(step),
    is_done: done.includes(step),
    is_skipped: false,
  })),
  ...more,
})
const cardOf = async (setup: Setup, more = {}) => {
  const page = await openScreen('/admin', { 'settings/setup/get': () => setup, ...more })
  await page.findByText('No recent bookings')
  return page
}

test('the dashboard shows how far the shop is, and the steps that its opening waits for', async () => {
  const page = await cardOf(setupWith(['name', 'time_zone']))
  const card = within(await page.findByRole('region', { name: 'Your shop is not open yet' }))
  card.getByText('2 of 10 done')
  expect((card.getByRole('progressbar', { name: 'Setup progress' }) as HTMLProgressElement).value).toBe(20)
  const next = within(card.getByRole('list', { name: 'Next steps' })).getAllByRole('link')
  expect(next.map(({ textContent }) => textContent)).toEqual(['Phone and email', 'Currencies', 'Ways to pay'])
  expect(next[0]?.getAttribute('href')).toBe('/admin/setup?step=phone')
})

test('when all is done the card leads to the opening', async () => {
  const page = await cardOf(setupWith(setupSteps))
  await page.findByText('Everything needed is done. You can open the shop.')
  expect(page.getByRole('link', { name: 'Open the shop' }).getAttribute('href')).toBe('/admin/setup')
})

test('the card can be hidden, and says where the checklist is', async () => {
  let setup = setupWith([])
  const page = await cardOf(setup, {
    'settings/setup/get': () => setup,
    'settings/setup/hide': () => {
      setup = { ...setup, is_on_dashboard: false }
      return setup
    },
  })
  await press(page, 'Hide')
  await toast(page, 'Hidden from the dashboard. You find it under Setup.')
  await expect.poll(() => page.queryByText('Your shop is not open yet')).toBeNull()
})

test.each([
  ['an opened shop with nothing left', { ...quietSetup }],
  ['a hidden checklist', setupWith([], { is_on_dashboard: false })],
])('%s has no card', async (_, setup) => {
  const page = await cardOf(setup)
  expect(page.queryByText(/of 10 done/)).toBeNull()
})

test('staff without the settings are not bothered with it', async () => {
  const user = { ...owner, role: 'support' as const, areas: ['overview', 'bookings'] as const }
  const asked: unknown[] = []
  const page = await cardOf(setupWith([]), {
    'account/session': () => ({ user }),
    'settings/setup/get': () => asked.push(1),
  })
  expect(page.queryByText('Your shop is not open yet')).toBeNull()
  expect(asked).toEqual([])
})
