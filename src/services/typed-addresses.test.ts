import { describe, expect, it } from 'vitest'
import { sharedFields } from '../modules/catalogue/rules.ts'
import { sliderErrors } from '../modules/content/rules/editing.ts'
import { settingsSchema } from '../modules/settings/rules.ts'
import { kinds } from './index.ts'
import { loadKinds } from './loaded.server.ts'

// One rule for every web address that staff can type.
const refused = ['http://example.com/x', 'data:text/html,<b>x', 'javascript:alert(1)', '//example.com/x', 'ftp://a/b']
const accepted = 'https://example.com/x.mp4'
type Checked = { readonly success: boolean; readonly error?: { readonly issues: readonly { path: PropertyKey[] }[] } }
const isRefused = ({ error }: Checked, field: string) => error?.issues.some(({ path }) => path[0] === field) ?? false

const kindFields = (await loadKinds(kinds)).all.flatMap((kind) =>
  kind.specs
    .filter(({ input }) => input === 'video' || input === 'images')
    .map(({ name }) => ({ key: kind.key, name, check: (value: string) => kind.details.safeParse({ [name]: value }) })),
)
describe.each(kindFields)('$name of $key', ({ name, check }) => {
  it.each(refused)('refuses %s', (typed) => expect(isRefused(check(typed) as Checked, name)).toBe(true))
  it('accepts https', () => expect(isRefused(check(accepted) as Checked, name)).toBe(false))
})

describe('the featured image of an item', () => {
  const check = (value: string) => isRefused(sharedFields.safeParse({ featured_image: value }), 'featured_image')
  it.each(refused)('refuses %s', (typed) => expect(check(typed)).toBe(true))
  it.each([accepted, '/pictures/a.jpg', 'desert-1', ''])('accepts %o', (typed) => expect(check(typed)).toBe(false))
})

describe.each(['site_logo', 'hero_video', 'hero_audio'] as const)('the setting %s', (name) => {
  const check = (value: string) => settingsSchema.shape[name].safeParse(value).success
  it.each(refused)('refuses %s', (typed) => expect(check(typed)).toBe(false))
  it.each([accepted, '/sounds/calm.wav', ''])('accepts %o', (typed) => expect(check(typed)).toBe(true))
})

describe.each(['image_url', 'link_url'] as const)('%s of a slider', (name) => {
  const errorsOf = (value: string) =>
    sliderErrors({ title: 'A', image_url: '/a.jpg', link_url: '', [name]: value }).map(({ path }) => path)
  it.each(refused)('refuses %s', (typed) => expect(errorsOf(typed)).toEqual([name]))
  it('accepts https', () => expect(errorsOf(accepted)).toEqual([]))
})

it('no kind is left out', () =>
  expect(kindFields.map(({ key }) => key)).toEqual(expect.arrayContaining(['tour', 'umrah'])))
