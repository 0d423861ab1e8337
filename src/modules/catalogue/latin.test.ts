import { expect, it } from 'vitest'
import { latinOf } from './latin.server.ts'
import { wantedSlug } from './rules.ts'

it.each([
  ['رحلة العمرة', 'rhlh-lmrh'],
  ['عمرہ پیکیج 7', 'mrh-pykyj-7'],
  ['डेज़र्ट सफ़ारी', 'dejrt-sphari'],
  ['Café Zaïa', 'cafe-zaia'],
  ["Arabia's 7 Nights / 8 Days", 'arabia-s-7-nights-8-days'],
  ['Moonlight 🌙 cruise', 'moonlight-cruise'],
  ['🌙', 'tour'],
])('the address of "%s" is %s [A069]', (title, slug) => {
  expect(wantedSlug(latinOf(title), { key: 'tour' })).toBe(slug)
})
