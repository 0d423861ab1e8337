import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { defaultSettings } from '../../modules/settings/index.ts'
import { sharedSpecs } from '../catalogue/form.ts'
import { countryOptions } from '../countries.ts'
import { SettingField } from './setting-field.tsx'
import { settingInputs } from './setting-fields.ts'
import { zoneOptions } from './zone-options.ts'

// The real hook asks the server, using the page's address.
vi.mock('../may-enter.ts', () => ({ useMayEnter: () => true }))
// The real client uses the page's address.
vi.mock('../api.ts', () => ({ readFault: () => ({}), sendPicture: () => Promise.reject(new Error('not here')) }))

const offered = ['AED', 'EUR', 'GBP', 'INR', 'USD']
const choices = Object.entries(settingInputs).flatMap(([key, input]) => (input === 'currency' ? [key] : []))

it.each(choices as (keyof typeof settingInputs)[])("the choice of %s offers the shop's currencies [A272]", (key) => {
  const html = renderToStaticMarkup(<SettingField setting={key} value={defaultSettings[key]} onChange={() => {}} />)
  expect([...html.matchAll(/<option value="(\w+)"/g)].map(([, code]) => code).sort()).toEqual(offered)
})

it("an item is priced in one of the shop's currencies [A272]", () => {
  const specs = sharedSpecs({ isTitleDerived: false, isSingle: false, currency: 'USD' })
  const { options = [] } = specs.find(({ path }) => path === 'currency')?.spec ?? {}
  expect([...options].sort()).toEqual(offered)
})

it('settings offer every country, and time zones by their current names', () => {
  expect(countryOptions).toContainEqual({ value: 'AE', label: 'United Arab Emirates' })
  const zones = zoneOptions.map(({ value }) => value)
  expect(zones).toEqual(expect.arrayContaining(['Asia/Dubai', 'Asia/Kolkata', 'America/New_York', 'UTC']))
  expect(zones).not.toContain('Asia/Calcutta')
  const html = renderToStaticMarkup(
    <SettingField setting="time_zone" value="Asia/Kolkata" error="Please choose a time zone" onChange={() => {}} />,
  )
  expect(html).toContain('role="combobox"')
  expect(html).toContain('value="Asia/Kolkata"')
  expect(html).toContain('Please choose a time zone')
})
