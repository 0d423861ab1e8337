import { describe, expect, test } from 'vitest'
import { layout } from './layout.ts'
import { maxBodyLength } from './rules.ts'
import { textPartOf } from './text-part.server.ts'

describe('the text part of a mail', () => {
  test('has the words of the HTML, with each link address on a line of its own', () => {
    const rows = '<table><tr><td>Total</td><td>10</td></tr><tr><td>Time</td><td>9 AM</td></tr></table>'
    const link = '<p><a href="https://x.test/y?a=1&amp;b=2">Pay</a>.</p>'
    expect(textPartOf(`<p>Dear A&amp;B,</p>${rows}${link}<p>Safar &middot; Dubai</p>`)).toBe(
      'Dear A&B,\n\nTotal: 10\nTime: 9 AM\n\nPay:\nhttps://x.test/y?a=1&b=2\n.\n\nSafar · Dubai',
    )
  })
  test('omits the frame, style sheets and the title', () => {
    const html = layout('<style>p { color: red }</style><p>Hello</p>').replace('<head>', '<head><title>Shop</title>')
    expect(textPartOf(html)).toBe('{{site_title}}\n\nHello\n\n{{site_title}} · {{contact_phone}} · {{contact_email}}')
  })
  test('keeps line breaks where the HTML keeps them', () => {
    const html = '<p style="white-space:pre-line;word-break:break-all">First line\nSecond line<br>Third line</p>'
    expect(textPartOf(html)).toBe('First line\nSecond line\nThird line')
  })
  test('shows a mail address once', () => {
    expect(textPartOf('<p>Write to <a href="mailto:a@x.test">a@x.test</a></p>')).toBe('Write to a@x.test')
  })
  test('shows escaped HTML as the text that the customer entered [C338]', () => {
    expect(textPartOf('<p>&lt;b&gt;Asha&lt;/b&gt;</p>')).toBe('<b>Asha</b>')
  })
})

describe('the work for a hostile template', () => {
  const repeat = (text: string) => (length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
  const attacks: Readonly<Record<string, (length: number) => string>> = {
    'repeated <': repeat('<'),
    'unclosed link addresses': repeat('<a href="'),
    'unclosed links': repeat('<a href="x">'),
    'unclosed style elements': repeat('<style>'),
    'unclosed title elements': repeat('<title '),
    'unclosed bold text': repeat('<b>'),
    'open tags before other end tags': (length) => repeat('<b>')(length / 2) + repeat('</i>')(length / 2),
    'nested blocks': repeat('<div>'),
    'nested tables': repeat('<table><tr><td>'),
    'nested lists': repeat('<ul><li>'),
    'unclosed paragraphs': repeat('<p>a'),
    'table cells': repeat('<td>a</td>'),
    'spaces between cells': (length) => `</td>${repeat(' ')(length)}`,
    'line breaks': repeat('<br>'),
    entities: repeat('&amp;'),
    'repeated &': repeat('&'),
    'unclosed comments': repeat('<!--'),
    'a long attribute': (length) => `<a href="${repeat('[')(length)}">x</a>`,
  }
  /** CPU time of this thread, so that other processes do not count; the best of several runs, without compiling. */
  const millisecondsFor = (html: string): number => {
    const runs = Array.from({ length: 8 }, () => {
      const start = process.threadCpuUsage()
      textPartOf(html)
      const { user, system } = process.threadCpuUsage(start)
      return (user + system) / 1_000
    })
    return Math.min(...runs)
  }
  // Quadratic work takes 16 times as long for four times the input. A base of 5 ms keeps the ratio above the noise.
  test.each(Object.entries(attacks))('grows in proportion to its length: %s', (_name, attack) => {
    const short = millisecondsFor(attack(maxBodyLength / 4))
    const long = millisecondsFor(attack(maxBodyLength))
    expect((long + 5) / (short + 5)).toBeLessThan(8)
  })
})
