import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { anonymous, type Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { saveService } from '../catalogue/index.server.ts'
import type { MailDeps, Mailer } from '../mail/index.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import { defaultSettings } from '../settings/index.ts'
import { chrome, home } from './contract.ts'
import { readChrome, readHome } from './index.server.ts'

const admin: Caller = { ...anonymous('127.0.0.1'), role: 'admin', userId: 'admin-1', name: 'Asma' }
let core: TestCore & Pick<MailDeps, 'mailer'>
const mailed: Mailer[] = []
beforeAll(async () => {
  const smtp: Mailer = { send: async () => {} }
  core = Object.assign(await testCore(), { mailer: async () => mailed[0] ?? smtp })
})
const broken = () =>
  ({
    ...core,
    db: new Proxy(core.db, {
      get: () => () => {
        throw new Error('connection refused')
      },
    }),
  }) satisfies typeof core

const slider = (title: string, more: object = {}) =>
  core.db
    .insertInto('homepage_sliders')
    .values({ id: newId(), title, image_url: 'skyline', ...more })
    .execute()
const menu = (name: string, more: object = {}) => {
  const id = newId()
  return core.db
    .insertInto('menu_items')
    .values({ id, name, href: `/${name}`, parent_id: null, ...more })
    .execute()
    .then(() => id)
}

describe('header and footer', () => {
  it('shows the defaults and empty menus while nothing is stored [A252, A264]', async () => {
    const shown = chrome.parse(await readChrome(core))
    expect(shown).toMatchObject({
      siteTitle: defaultSettings.site_title,
      displayCurrency: 'USD',
      header: [],
      footer: [],
      ratesPerUsd: { USD: '1', INR: '86', AED: '3.67', EUR: '0.92', GBP: '0.79' },
      isComplete: true,
    })
  })

  it('shows saved settings and stored menus, without inactive items [C020, C021, C025]', async () => {
    await saveSettings(core, admin, { site_title: 'Noor', contact_phone: '', whatsapp: '' })
    await menu('second', { order_index: 2 })
    const first = await menu('first', { order_index: 1, target: '_blank' })
    await menu('hidden', { is_active: false })
    await menu('child', { parent_id: first })
    const shown = await readChrome(core)
    expect(shown).toMatchObject({ siteTitle: 'Noor', contactPhone: defaultSettings.contact_phone, whatsapp: null })
    expect(shown.header.map(({ name, newTab, children }) => [name, newTab, children.length])).toEqual([
      ['first', true, 1],
      ['second', false, 0],
    ])
    expect(shown.footer).toEqual([])
    await menu('imprint', { menu_type: 'footer', order_index: 2 })
    await menu('partners', { menu_type: 'footer', order_index: 1, target: '_blank' })
    await menu('old', { menu_type: 'footer', order_index: 0, is_active: false })
    const { header, footer } = await readChrome(core)
    expect(footer.map(({ name, newTab }) => [name, newTab])).toEqual([
      ['partners', true],
      ['imprint', false],
    ])
    expect(header).toEqual(shown.header)
  })

  it('shows only the claims that are switched on [A265]', async () => {
    const claims = [
      { key: 'support', text: '24/7 support', is_on: false },
      { key: 'approval_rate', text: '98% approval rate', is_on: true },
    ]
    await saveSettings(core, admin, { claims })
    expect((await readChrome(core)).claims).toEqual([{ key: 'approval_rate', text: '98% approval rate' }])
  })

  it('says whether mail leaves the shop', async () => {
    expect((await readChrome(core)).sendsMail).toBe(true)
    mailed.push({ way: 'files', send: async () => {} })
    expect((await readChrome(core)).sendsMail).toBe(false)
    mailed.pop()
  })

  it('shows defaults when the database is unavailable [C343]', async () => {
    expect(await readChrome(broken())).toMatchObject({ siteTitle: defaultSettings.site_title, isComplete: false })
  })
})

describe('home', () => {
  it('shows active sliders in display_order, with default values and no unsafe link [C022, C034, C035]', async () => {
    await slider('Last', { display_order: 2, link_url: '//evil.example', cta_button_color: '#112233' })
    await slider('First', { display_order: 1, link_url: '/tours' })
    await slider('Hidden', { is_active: false })
    const { sliders } = home.parse(await readHome(core, 'en'))
    expect(sliders.map(({ title, linkUrl }) => [title, linkUrl])).toEqual([
      ['First', '/tours'],
      ['Last', ''],
    ])
    expect(sliders[0]).toMatchObject({ buttonText: 'Learn More', color: '#3B82F6', overlay: 0.5 })
    expect(sliders[1]).toMatchObject({ color: '#112233' })
  })

  it('counts active items by kind and shows featured Umrah packages [C314]', async () => {
    const details = { price: 100_000, duration_days: 10, duration_nights: 9 }
    await saveService(core, admin, { kind: 'umrah', title: 'Featured', is_featured: true, details })
    await saveService(core, admin, { kind: 'umrah', title: 'Off', is_featured: true, status: 'inactive', details })
    const shown = await readHome(core, 'en')
    expect(shown.featuredUmrah.map((card) => card.title)).toEqual(['Featured'])
    expect(shown.counts).toMatchObject({ umrah: 1, tour: 0 })
  })

  it('shows no sliders and packages when they cannot be read [C036, C314]', async () => {
    expect(await readHome(broken(), 'en')).toEqual({
      sliders: [],
      featuredUmrah: [],
      trending: [],
      counts: {},
      isComplete: false,
    })
  })
})
