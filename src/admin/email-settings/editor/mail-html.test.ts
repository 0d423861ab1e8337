// @vitest-environment happy-dom
import { Node } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import { allTemplates } from '../../../modules/mail/default-templates.server.ts'
import { placeholders } from '../../../modules/mail/rules.ts'
import { isPlaceholder, mailName, mailOccasion, placeholderName } from '../placeholder-names.ts'
import { isKept, readBody, readSubject, writeBody, writeSubject } from './mail-html.ts'
import { bodySchema } from './mail-schema.ts'

const chipsOf = (doc: Node): string[] => {
  const names: string[] = []
  doc.descendants((node) => {
    if (node.type.name === 'chip') names.push(node.attrs.name)
  })
  return names
}

describe.each(allTemplates)('the default mail $name', ({ name, subject, body }) => {
  it('passes through the visual editor without a changed byte', () => {
    expect(writeBody(readBody(body))).toBe(body)
    expect(writeSubject(readSubject(subject))).toBe(subject)
    expect(isKept(body)).toBe(true)
  })
  it('shows no braces, and has a name and an occasion for people', () => {
    expect(readBody(body).textBetween(0, readBody(body).content.size, ' ', () => '')).not.toMatch(/[{}]/)
    expect([mailName(name), mailOccasion(name)]).toEqual([
      expect.not.stringMatching(/_|^$/),
      expect.stringMatching(/^Sent .+\.$/),
    ])
  })
})

it('every placeholder has a name for people, and no two have the same', () => {
  expect(placeholders.filter((name) => !isPlaceholder(name))).toEqual([])
  expect(new Set(placeholders.map(placeholderName)).size).toBe(placeholders.length)
})

describe('HTML in the visual editor', () => {
  it.each([
    [
      '<p>Dear {{ customer_name }},</p>\n\n<p>a &amp; b <b>bold</b></p>',
      '<p>Dear {{customer_name}},</p><p>a &amp; b <strong>bold</strong></p>',
    ],
    ['<ul><li>one</li><li>two <em>x</em></li></ul>', '<ul><li>one</li><li>two <em>x</em></li></ul>'],
    ['<h2>Title</h2><p>a<br>b</p>', '<h2>Title</h2><p>a<br>b</p>'],
    ['<p><span> {{contact_phone}}</span><span> {{contact_email}}</span></p>', undefined],
    ['<p style="white-space:pre-line">{{message}}</p>', undefined],
    ['<p>{{unknown}} {{customer_name</p>', undefined],
  ])('%s is kept', (html, written = html) => {
    expect(isKept(html)).toBe(true)
    expect(writeBody(readBody(html))).toBe(written)
  })

  it.each([
    '<div><p>in a box</p></div>',
    '<p align="center">a</p>',
    '<p><font color="red">a</font></p>',
    '<p>a<img src="https://x.example/a.png"></p>',
    '<p><a href="https://x.example" target="_blank">a</a></p>',
    '<h1>a</h1>',
    '<p><u>a</u></p>',
    '<blockquote>a</blockquote>',
    'bare text',
  ])('%s is not, so its source is shown', (html) => {
    expect(isKept(html)).toBe(false)
  })

  it('is empty when there is no text', () => {
    expect(writeBody(readBody(''))).toBe('')
  })

  it('makes a placeholder of each known name only', () => {
    expect(chipsOf(readBody('<p>{{customer_name}} {{secret}} {{constructor}}{{reason}}</p>'))).toEqual([
      'customer_name',
      'reason',
    ])
  })

  it('never runs what it reads', () => {
    const seen = globalThis as { ran?: boolean }
    readBody('<p>a</p><script>globalThis.ran = true</script><img src=x onerror="globalThis.ran = true">')
    expect(seen.ran).toBeUndefined()
    expect(writeBody(readBody('<p onclick="x()">a</p><script>x</script>'))).toBe('<p>a</p>')
  })
  it('is a valid document', () => {
    for (const { body } of allTemplates) Node.fromJSON(bodySchema, readBody(body).toJSON()).check()
  })
})
