import { expect, test } from 'vitest'
import { findIn, misspellingsIn } from './find.ts'

const textsOf = (source: string, file = 'src/a.tsx') => findIn(file, source).map(({ text }) => text)

test.each([
  ["const a = 'Please sign in'", 'Please sign in'],
  [`const a = \`At most \${max} people\``, 'At most {} people'],
  ["const a = { label: 'Duration' }", 'Duration'],
  ["const a = { title: isNew ? 'New' : name }", 'New'],
  ['const a = <p>Later</p>', 'Later'],
  ['const a = <input aria-label="Search" />', 'Search'],
  ["const a = ['a', { message: 'Give this once' }]", 'Give this once'],
])('text for people is found in %s', (source, text) => {
  expect(textsOf(source)).toEqual([text])
})

test.each([
  "const a = 'text-lg font-bold'",
  "import x from 'Some Package'",
  "type A = 'Airport Transfer' | 'City Transfer'",
  "throw new TypeError('There is no message')",
  "log.error({ err }, 'Request failed badly')",
  'sql`Select all of it`',
  "procedure('public', 'GET /x', 'Active services of a kind')",
  "class Silence extends Error { constructor() { super('There is no answer') } }",
  "const a = [properName('American Express')]",
  "const a = { icon: 'Compass' }",
  "const a = text('shop.noPickup')",
])('nothing is found in %s', (source) => {
  expect(textsOf(source)).toEqual([])
})

test('tests, stand-ins and demo worlds are exempt', () => {
  const source = "const a = 'Please sign in'"
  for (const file of ['src/a.test.ts', 'src/x/testing/y.ts', 'src/services/tour/seed-city.ts'])
    expect(textsOf(source, file)).toEqual([])
})

test('a word that the shop spells otherwise is found, but not in what people search for', () => {
  const wrong = ['We will e', 'mail you.'].join('-')
  expect(misspellingsIn('docs/a.md', `One line.\n${wrong}`)).toEqual([
    { file: 'docs/a.md', line: 2, text: `write 'email': ${wrong}` },
  ])
  expect(misspellingsIn('a.json', `"contactWords": "${wrong}"`)).toEqual([])
  expect(misspellingsIn('a.ts', "const a = 'an email', b = 'some-mail'")).toEqual([])
})
