// Renders a page of the shop on the fake API.

import { type RenderedPage, render } from '../entry-server.tsx'
import type { RouteAssets } from '../start/assets.ts'
import { bookingId, bookingToken, type FakeWorld, fakeApi } from './fake-api.ts'

export const assets: RouteAssets = {
  starter: '/assets/starter.js',
  script: '/assets/shop.js',
  styles: ['/assets/shop.css'],
  shared: ['/assets/frameworks.js'],
  parts: { 'src/shop/home/page.tsx': ['/assets/home.js'], 'src/shop/service-list/page.tsx': ['/assets/list.js'] },
}
export async function open(path: string, world: FakeWorld = {}, currency = 'USD'): Promise<RenderedPage> {
  const page = await render({ url: `https://shop.test${path}`, api: fakeApi(world), assets, currency, language: 'en' })
  if (page.html.includes('\u001f')) throw new Error(`${path} shows a message reference`)
  return page
}
/** The visible text: without tags, and with entities decoded. */
export const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
/** The page's HTML without its data. */
export const bodyOf = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '')
/** The structured data of a page. */
export const dataOf = (html: string): readonly Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  )
/** 'name -> address' of every link. */
export const linksOf = (html: string) =>
  [...html.matchAll(/<a ([^>]*)>([\s\S]*?)<\/a>/g)].map(
    ([, attributes = '', name = '']) => `${textOf(name).trim()} -> ${/href="([^"]*)"/.exec(attributes)?.[1] ?? ''}`,
  )
/** textOf and bodyOf, of the page at a path. */
export const textAt = async (path: string, world?: FakeWorld) => textOf((await open(path, world)).html)
export const bodyAt = async (path: string, world?: FakeWorld) => bodyOf((await open(path, world)).html)
/** Fails like an unreachable database. */
export const failing =
  (call: string): NonNullable<FakeWorld['onCall']> =>
  (name) => {
    if (name === call) throw new Error('away')
  }
export const withToken = `bookingId=${bookingId}&token=${bookingToken}`
