import { expect, test } from 'vitest'
import { stateId, writeDocument } from './document.ts'

const documentOf = (state: unknown, starter = '/starter.js') =>
  writeDocument({
    head: '',
    body: '',
    language: 'en',
    state,
    assets: { starter, script: '/app.js', styles: [], shared: [], parts: {} } as never,
    parts: [],
    startsAtOnce: false,
  })
const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0

test.each([
  '</script><script>alert(1)</script>',
  '</SCRIPT ><img src=x onerror=alert(1)>',
  '<!--<script>',
  ']]><svg onload=alert(1)>',
  '\u2028\u2029"\\\'`',
])('embedded data cannot leave its element: %j', (text) => {
  const plain = documentOf({ title: '', [text]: [] })
  const page = documentOf({ title: text, [text]: [text] })
  for (const tag of [/<script/gi, /<\/script/gi, /<img/gi, /<svg/gi, /<!--/g])
    expect(count(page, tag), String(tag)).toBe(count(documentOf({}), tag))
  expect(count(plain, /<script/gi)).toBe(count(page, /<script/gi))
  const [, json = ''] = new RegExp(`<script type="application/json" id="${stateId}">([^<]*)</script>`).exec(page) ?? []
  expect(JSON.parse(json)).toEqual({ title: text, [text]: [text] })
})

test('an address in the document cannot leave its attribute', () => {
  expect(documentOf({}, '/a.js?"><script>&')).toContain('src="/a.js?&quot;><script>&amp;"')
})
