import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageHtml, questionsOf } from './page-text.ts'

describe('the text of a page', () => {
  it('has headings, lists, notes, paragraphs and links', () => {
    const text = `First line
second line

## Title
- one
- **two**

1. first
2) second
> a *note*

### Smaller
See [tours](/tours?a=1&b=2) or [us](https://safar.example).`
    expect(pageHtml(text)).toBe(
      '<p>First line<br>second line</p><h2>Title</h2><ul><li>one</li><li><strong>two</strong></li></ul>' +
        '<ol><li>first</li><li>second</li></ol><blockquote>a <em>note</em></blockquote><h3>Smaller</h3>' +
        '<p>See <a href="/tours?a=1&amp;b=2">tours</a> or <a href="https://safar.example">us</a>.</p>',
    )
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '## <svg/onload=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVa&#x53;cript:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](//evil.example)',
    '[a]("onmouseover="alert(1))',
    '[<b>x</b>](/tours)',
    '**<i>**',
    '> </blockquote><iframe src=/>',
  ])('never holds a tag or an address of its writer’s making: %s', (text) => {
    const html = pageHtml(text)
    const ours = /<\/?(h2|h3|p|ul|ol|li|blockquote|strong|em|br)>|<a href="\/tours">|<\/a>/g
    expect(html.replace(ours, '')).not.toMatch(/[<>]/)
    expect(html).not.toMatch(/href="(?!\/tours")/)
  })

  it('is safe for any input, and takes linear time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', '[', ']', '(', ')', '*', '#', '\n', 'a', '/', ':') }),
        (text) => {
          const ours = /<\/?(h2|h3|p|ul|ol|li|blockquote|strong|em|br|a)>|<a href="[^"<>]*">/g
          expect(pageHtml(text).replace(ours, '')).not.toMatch(/[<>]/)
        },
      ),
    )
    const started = performance.now()
    for (const text of ['[', '*', '**', '[a](', '[['].map((piece) => piece.repeat(25_000))) pageHtml(text)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('questions in a text', () => {
  it('are headings with a question mark and the text up to the next heading', () => {
    const text = '## When?\nOn **Friday**.\n\n- or [later](/tours)\n## No question\nx\n### Why?\n## How?\nSo.'
    expect(questionsOf(text)).toEqual([
      { question: 'When?', answer: 'On Friday. or later' },
      { question: 'How?', answer: 'So.' },
    ])
  })
})
