import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../settings/index.ts'
import { buildMenu, type StoredMenuItem, shownContact, shownSocial } from './menu.ts'

const item = (id: string, more: Partial<StoredMenuItem> = {}): StoredMenuItem => ({
  id,
  name: id,
  href: `/${id}`,
  icon: 'Link',
  menu_type: 'header',
  target: '_self',
  parent_id: null,
  ...more,
})
const names = (items: readonly StoredMenuItem[]) => buildMenu(items, 'header').map(({ name }) => name)

describe('a menu', () => {
  it('keeps the order and only its own type [C020]', () => {
    const items = [item('b'), item('a'), item('f', { menu_type: 'footer' })]
    expect(names(items)).toEqual(['b', 'a'])
    expect(buildMenu(items, 'footer').map(({ name }) => name)).toEqual(['f'])
  })

  it('has children under their parent, with new-tab targets and known icons [C021]', () => {
    const items = [
      item('child', { parent_id: 'top', target: '_blank', icon: 'Plane' }),
      item('top'),
      item('deep', { parent_id: 'child', icon: 'NobodyDrewThis' }),
    ]
    expect(buildMenu(items, 'header')).toEqual([
      {
        id: 'top',
        name: 'top',
        href: '/top',
        icon: 'Link',
        newTab: false,
        children: [
          { id: 'child', name: 'child', href: '/child', icon: 'Plane', newTab: true },
          { id: 'deep', name: 'deep', href: '/deep', icon: '', newTab: false },
        ],
      },
    ])
  })

  it('leaves out script links in any letter case, and the items below them [C022]', () => {
    const items = [item('evil', { href: 'JaVaScRiPt:alert(1)' }), item('below', { parent_id: 'evil' }), item('good')]
    expect(names(items)).toEqual(['good'])
    expect(names([item('elsewhere', { href: '//evil.example' })])).toEqual([])
  })

  it('terminates when items are their own parents in a cycle', () => {
    expect(names([item('a', { parent_id: 'b' }), item('b', { parent_id: 'a' }), item('c')])).toEqual(['c'])
  })
})

describe('contact details', () => {
  it('fall back to the defaults for empty settings [C025, C029]', () => {
    const emptied = { ...defaultSettings, site_title: '', contact_phone: '', contact_email: 'a@b.example', address: '' }
    expect(shownContact(emptied)).toEqual({
      siteTitle: defaultSettings.site_title,
      isNamed: false,
      contactEmail: 'a@b.example',
      contactPhone: defaultSettings.contact_phone,
      address: defaultSettings.address,
    })
  })

  it('have no social link without a target [C026]', () => {
    const social_links = [
      { name: 'Empty', href: '' },
      { name: 'Hash', href: '#' },
      { name: 'Page', href: 'https://social.example/safar' },
    ]
    expect(shownSocial({ ...defaultSettings, social_links })).toEqual([social_links[2]])
  })
})
