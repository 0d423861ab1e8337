import { describe, expect, it } from 'vitest'
import { text } from '../text.ts'
import { aboveOf, menuItemErrors, type PlacedItem, sliderErrors } from './editing.ts'

const slider = { title: 'Dunes', image_url: 'desert-1', link_url: '/tours' }
const pathsOf = (errors: readonly { path: string }[]) => errors.map(({ path }) => path)

describe('a slider', () => {
  it('requires a title and a picture [A236]', () => {
    expect(sliderErrors(slider)).toEqual([])
    expect(sliderErrors({ ...slider, title: '' })).toEqual([
      { path: 'title', message: text('editing.sliderIncomplete') },
    ])
    expect(sliderErrors({ ...slider, image_url: '' })[0]).toEqual({
      path: 'image_url',
      message: text('editing.sliderIncomplete'),
    })
  })

  it('keeps an alt text of up to 200 characters with its picture', () => {
    expect(sliderErrors({ ...slider, image_url: `desert-1#alt=${'a'.repeat(200)}` })).toEqual([])
    expect(sliderErrors({ ...slider, image_url: `desert-1#alt=${'a'.repeat(201)}` })).toEqual([
      { path: 'image_url', message: text('editing.altTooLong', { max: 200 }) },
    ])
  })

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '//evil.example',
  ])('leads nowhere that could run a script: %j [A239]', (link) => {
    expect(pathsOf(sliderErrors({ ...slider, link_url: link }))).toEqual(['link_url'])
    expect(pathsOf(sliderErrors({ ...slider, image_url: link }))).toEqual(['image_url'])
  })
})

const item = { name: 'Tours', href: '/tours', menu_type: 'header' as const, parent_id: null }
const stored: PlacedItem[] = [
  { id: 'a', parent_id: null, menu_type: 'header' },
  { id: 'b', parent_id: 'a', menu_type: 'header' },
  { id: 'c', parent_id: 'b', menu_type: 'header' },
  { id: 'f', parent_id: null, menu_type: 'footer' },
]

describe('a menu item', () => {
  it('requires a name and an address [A245]', () => {
    expect(pathsOf(menuItemErrors({ ...item, name: '' }, null, []))).toEqual(['name'])
    expect(pathsOf(menuItemErrors({ ...item, href: '' }, null, []))).toEqual(['href'])
    expect(menuItemErrors(item, null, [])).toEqual([])
  })

  it.each(['javascript:alert(1)', 'JAVA\tSCRIPT:alert(1)', 'vbscript:x', '/\\evil.example', 'tours'])(
    'leads nowhere that could run a script or is not clear: %j [A248]',
    (href) => expect(pathsOf(menuItemErrors({ ...item, href }, null, []))).toEqual(['href']),
  )

  it('cannot be below itself or its descendants, nor in two menus [A247]', () => {
    for (const parent_id of ['a', 'b', 'c'])
      expect(pathsOf(menuItemErrors({ ...item, parent_id }, 'a', stored)), parent_id).toEqual(['parent_id'])
    expect(menuItemErrors({ ...item, parent_id: 'a' }, 'c', stored)).toEqual([])
    expect(pathsOf(menuItemErrors({ ...item, parent_id: 'f' }, null, stored))).toEqual(['parent_id'])
    expect(pathsOf(menuItemErrors({ ...item, parent_id: 'gone' }, null, stored))).toEqual(['parent_id'])
    expect(pathsOf(menuItemErrors({ ...item, menu_type: 'footer' }, 'a', stored))).toEqual(['parent_id'])
  })

  it('is validated even when stored items form a cycle', () => {
    const circle = stored.map((each) => (each.id === 'a' ? { ...each, parent_id: 'c' } : each))
    expect([...aboveOf('b', circle)]).toEqual(['b', 'a', 'c'])
    expect(menuItemErrors({ ...item, parent_id: 'b' }, null, circle)).toEqual([])
  })
})
