import { describe, expect, it } from 'vitest'
import { createRouteTree } from '../routing/routes.tsx'
import { offlinePage } from './offline-page.ts'
import { isShopPage } from './worker-rules.ts'

const origin = 'https://shop.example'
const opens = (path: string, more: object = {}) =>
  isShopPage({ method: 'GET', mode: 'navigate', url: origin + path, ...more }, origin)

type Route = { options: { path?: string; staticData?: { isPrivate?: boolean } }; children?: Route[] }
const routes = (createRouteTree() as unknown as { children: Route[] }).children

describe('the worker', () => {
  it('looks at the public pages of the shop, and never at a private one', () => {
    expect(routes.length).toBeGreaterThan(20)
    for (const { options } of routes) {
      const path = `/${options.path ?? ''}`.replaceAll('//', '/').replaceAll(/\$\w*/g, 'x')
      expect(opens(path), path).toBe(!options.staticData?.isPrivate)
    }
    expect(opens('/tours?sort=price')).toBe(true)
    expect([opens('/ar/tours'), opens('/ar/profile'), opens('/ar')]).toEqual([true, false, true])
    expect(opens('/booking-payment?bookingId=1&token=t')).toBe(false)
    // Similar names, but public.
    expect(opens('/booking?type=tour&id=x')).toBe(true)
  })

  it('leaves calls, the back office, files, other methods and other sites alone', () => {
    for (const path of ['/api/site', '/rpc/x', '/admin', '/admin/bookings', '/favicon.svg', '/sitemap.xml'])
      expect(opens(path), path).toBe(false)
    expect(opens('/', { method: 'POST' })).toBe(false)
    expect(opens('/', { mode: 'cors' })).toBe(false)
    expect(opens('/', { url: 'https://elsewhere.example/' })).toBe(false)
  })
})

describe('the offline page', () => {
  it('needs nothing from anywhere, and shows words as words', () => {
    const html = offlinePage(
      { title: 'A <b>', text: 'T', again: 'Again', home: 'Home' },
      { language: 'ar-XB', path: '/ar-xb' },
    )
    expect(html).toContain('<h1>A &lt;b&gt;</h1>')
    expect(html).toContain('<html lang="ar-XB" dir="rtl">')
    expect(html).toContain('<a href="/ar-xb">Home</a>')
    expect(html).not.toMatch(/<script|<link|src=|@import|url\(/)
    expect(html.match(/href="[^"]*"/g)).toEqual(['href=""', 'href="/ar-xb"'])
  })
})
