import { describe, expect, test } from 'vitest'
import { isRequiredStep, missingSteps, type SetupFacts, setupSteps, shopStateOf, stepStates } from './rules.ts'

const empty: SetupFacts = { stored: {}, takesPayments: false, sendsMail: false, itemsOnSale: 0, colleagues: 1 }
const done = (facts: Partial<SetupFacts>) =>
  stepStates({ ...empty, ...facts }, []).flatMap(({ step, is_done }) => (is_done ? [step] : []))

describe('the steps of the setup checklist', () => {
  test('nothing is done in a shop that was just installed', () => {
    expect(done({})).toEqual([])
  })

  test.each([
    ['name', { stored: { site_title: 'Noor Journeys' } }],
    ['logo', { stored: { site_logo: '/media/logo.webp' } }],
    ['address', { stored: { address: 'Noor House, Sharjah' } }],
    ['phone', { stored: { contact_phone: '+971 4 555 0100' } }],
    ['phone', { stored: { whatsapp: '97145550100' } }],
    ['currency', { stored: { display_currency: 'USD' } }],
    ['time_zone', { stored: { time_zone: 'Asia/Dubai' } }],
    ['payment', { takesPayments: true }],
    ['mail', { sendsMail: true }],
    ['item', { itemsOnSale: 1 }],
    ['staff', { colleagues: 2 }],
  ] as const)('%s is done by what the shop has: %j', (step, facts) => {
    expect(done(facts)).toEqual([step])
  })

  test.each(['site_title', 'site_logo', 'address', 'contact_phone', 'whatsapp'])('an emptied %s is not done', (key) => {
    expect(done({ stored: { [key]: ' ' } })).toEqual([])
  })

  test('a step that was skipped stays open, and one that is done is no longer skipped', () => {
    const steps = stepStates({ ...empty, sendsMail: true }, ['mail', 'logo', 'no such step'])
    expect(steps.filter(({ is_skipped }) => is_skipped).map(({ step }) => step)).toEqual(['logo'])
    expect(steps.map(({ step }) => step)).toEqual([...setupSteps])
  })

  test('only what a sale needs is required, skipped or not', () => {
    const required = ['name', 'phone', 'currency', 'time_zone', 'payment', 'item'] as const
    expect(setupSteps.filter(isRequiredStep)).toEqual(required)
    expect(missingSteps(stepStates(empty, setupSteps))).toEqual(required)
    const stored = { site_title: 'Noor', whatsapp: '97145550100', display_currency: 'AED', time_zone: 'Asia/Dubai' }
    const ready = stepStates({ ...empty, stored, takesPayments: true, itemsOnSale: 1 }, [])
    expect(missingSteps(ready)).toEqual([])
  })
})

test.each([
  ['a sample world', null, false, 'open'],
  ['a sample world in maintenance', null, true, 'maintenance'],
  ['a shop that has not opened yet', { hasOpened: false }, false, 'soon'],
  ['a shop that has not opened yet, in maintenance', { hasOpened: false }, true, 'soon'],
  ['a shop that has opened', { hasOpened: true }, false, 'open'],
  ['a shop that has opened, in maintenance', { hasOpened: true }, true, 'maintenance'],
] as const)('%s', (_, opening, isMaintenance, state) => {
  expect(shopStateOf(opening, isMaintenance)).toBe(state)
})
