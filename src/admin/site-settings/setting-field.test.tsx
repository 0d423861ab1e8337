import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { defaultSettings } from '../../modules/settings/index.ts'
import { sharedSpecs } from '../catalogue/form.ts'
import { SettingField } from './setting-field.tsx'
import { settingInputs } from './setting-fields.ts'

// Who works here is asked of the server, by the page's address.
vi.mock('../may-enter.ts', () => ({ useMayEnter: () => true }))
// It speaks to the address of the page that it stands on.
vi.mock('../api.ts', () => ({ readFault: () => ({}), sendPicture: () => Promise.reject(new Error('not here')) }))

const offered = ['AED', 'EUR', 'GBP', 'INR', 'USD']
const choices = Object.entries(settingInputs).flatMap(([key, input]) => (input === 'currency' ? [key] : []))

it.each(choices as (keyof typeof settingInputs)[])(
  'the choice of %s offers the currencies of the shop [A272]',
  (key) => {
    const html = renderToStaticMarkup(<SettingField setting={key} value={defaultSettings[key]} onChange={() => {}} />)
    expect([...html.matchAll(/<option value="(\w+)"/g)].map((found) => found[1]).sort()).toEqual(offered)
  },
)

it('an item is priced in one of them [A272]', () => {
  const specs = sharedSpecs({ isTitleDerived: false, isSingle: false, currency: 'USD' })
  const { options = [] } = specs.find(({ path }) => path === 'currency')?.spec ?? {}
  expect([...options].sort()).toEqual(offered)
})
