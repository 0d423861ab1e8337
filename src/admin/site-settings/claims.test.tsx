import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../modules/settings/index.ts'
import { Claims, ownClaim } from './list-fields.tsx'

const { claims } = defaultSettings
const withOwnClaim = (all: typeof claims): typeof claims => [...all, ownClaim(all)]
const draw = (value: typeof claims) =>
  renderToStaticMarkup(<Claims label="Marketing claims" value={value} onChange={() => {}} />)

describe('the claims of the shop', () => {
  it('can be edited and switched off one by one, and the agency can add and remove its own [A265]', () => {
    const html = draw(withOwnClaim(claims))
    expect(html.match(/role="switch"/g)).toHaveLength(claims.length + 1)
    expect(html).toContain('Add claim')
    expect(html.match(/aria-label="Remove claim \d+"/g)).toEqual([`aria-label="Remove claim ${claims.length + 1}"`])
  })

  it('are limited to thirty, each with its own key', () => {
    let all = withOwnClaim(withOwnClaim(withOwnClaim(claims)))
    all = withOwnClaim(all.filter(({ key }) => key !== 'own_2'))
    expect(
      all
        .map(({ key }) => key)
        .filter((key) => key.startsWith('own_'))
        .sort(),
    ).toEqual(['own_1', 'own_2', 'own_3'])
    while (all.length < 30) all = withOwnClaim(all)
    expect(new Set(all.map(({ key }) => key)).size).toBe(30)
    expect(draw(all)).not.toContain('Add claim')
  })
})
