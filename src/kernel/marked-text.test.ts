import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeMarked, hasMarkup, markedHtml, plainOf, questionsOf, readMarked, writeMarked } from './marked-text.ts'

describe('a marked text', () => {
  it('shows bold and italic words, beside others and in a link', () => {
    expect(markedHtml('**a***b* ***c*** [***d***](/tours)')).toBe(
      '<p><strong>a</strong><em>b</em> <strong><em>c</em></strong> <a href="/tours"><strong><em>d</em></strong></a></p>',
    )
  })
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
    expect(markedHtml(text)).toBe(
      '<p>First line<br>second line</p><h2>Title</h2><ul><li>one</li><li><strong>two</strong></li></ul>' +
        '<ol><li>first</li><li>second</li></ol><blockquote>a <em>note</em></blockquote><h3>Smaller</h3>' +
        '<p>See <a href="/tours?a=1&amp;b=2">tours</a> or <a href="https://safar.example" rel="noopener">us</a>.</p>',
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
    const html = markedHtml(text)
    const ours = /<\/?(h2|h3|p|ul|ol|li|blockquote|strong|em|br)>|<a href="\/tours">|<\/a>/g
    expect(html.replace(ours, '')).not.toMatch(/[<>]/)
    expect(html).not.toMatch(/href="(?!\/tours")/)
  })

  it('is safe for any input, and takes linear time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', '[', ']', '(', ')', '*', '#', '\\', '\n', 'a', '/', ':') }),
        (text) => {
          const ours = /<\/?(h2|h3|p|ul|ol|li|blockquote|strong|em|br|a)>|<a href="[^"<>]*"( rel="noopener")?>/g
          expect(markedHtml(text).replace(ours, '')).not.toMatch(/[<>]/)
        },
      ),
    )
    const started = performance.now()
    for (const text of ['[', '*', '**', '[a](', '[[', '\\', '\\*', '[\\', '**\\'].map((piece) => piece.repeat(25_000)))
      markedHtml(text)
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

describe('a backslash', () => {
  it('makes a punctuation mark plain, at the start of a line and within it', () => {
    const text = '\\- one\n\\## two\n1\\. three\n\\> four\n5\\* and \\*x\\*, \\[a](/b), a\\\\b, C:\\n'
    expect(markedHtml(text)).toBe('<p>- one<br>## two<br>1. three<br>&gt; four<br>5* and *x*, [a](/b), a\\b, C:\\n</p>')
  })
  it('is written before whatever would be markup, so that plain text stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'*[]()\\#->1. \nab/') }), (text) => {
        const lines = text.split('\n').map((line) => line.trim())
        const shown = lines
          .join('\n')
          .trim()
          .replace(/\n{2,}/g, '\n\n')
        expect(plainOf(escapeMarked(text))).toBe(shown)
        expect(hasMarkup(escapeMarked(text))).toBe(false)
      }),
    )
  })
})

describe('a written text', () => {
  it('reads as the same document', () => {
    const text = '## A *title*\n\nOne **bold** word\nand [a **bold** link](/tours)\n\n- x\n- y\n\n1. z\n\n> note'
    expect(writeMarked(readMarked(text))).toBe(text)
  })
  it('has one space where two pieces meet at spaces', () => {
    const link = { href: '/a' }
    const line = [{ text: ' ', ...link }, { text: ' a', ...link }, { text: ' b' }]
    const written = writeMarked([{ tag: 'p', lines: [line] }])
    expect(written).toBe('[ a](/a) b')
    expect(writeMarked(readMarked(written))).toBe(written)
  })
  it('comes back from any pieces', () => {
    const word = fc.string({ unit: fc.constantFrom(...'*[]()\\#->1. ab'), minLength: 1, maxLength: 8 })
    const piece = fc.record(
      {
        text: word,
        mark: fc.constantFrom('strong' as const, 'em' as const, 'both' as const),
        href: fc.constantFrom('/a', '/b'),
      },
      { requiredKeys: ['text'] },
    )
    const tag = fc.constantFrom(
      'h2' as const,
      'h3' as const,
      'ul' as const,
      'ol' as const,
      'blockquote' as const,
      'p' as const,
    )
    const block = tag.chain((of) =>
      fc.record({
        tag: fc.constant(of),
        lines: fc.array(fc.array(piece, { minLength: 1, maxLength: 4 }), {
          minLength: 1,
          maxLength: of.startsWith('h') ? 1 : 3,
        }),
      }),
    )
    const seen = (blocks: readonly { tag: string; lines: readonly (readonly { text: string }[])[] }[]) =>
      blocks
        .flatMap(({ tag: of, lines }) =>
          lines.map((line) => [
            of,
            line
              .map(({ text }) => text)
              .join('')
              .replace(/\s+/g, ' ')
              .trim(),
          ]),
        )
        .filter(([, line]) => line !== '')
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
        const written = writeMarked(blocks)
        expect(seen(readMarked(written))).toEqual(seen(blocks))
        expect(writeMarked(readMarked(written))).toBe(written)
      }),
    )
  })
})

describe('plain text', () => {
  it('keeps the signs of lists and the words of links', () => {
    expect(plainOf('## Bring\n- **water**\n- [a hat](/hats)\n\n3. go\n\n5\\* hotel')).toBe(
      'Bring\n\n- water\n- a hat\n\n1. go\n\n5* hotel',
    )
  })
  it('is told from a text with markup', () => {
    expect(['One\ntwo\n\nthree', '5\\* x'].map(hasMarkup)).toEqual([false, false])
    expect(['- a', '## a', '**a**', '*a*', '[a](/b)', '> a'].map(hasMarkup)).not.toContain(false)
  })
  it('has headings one level deeper within a section', () => {
    expect(markedHtml('## a\n### b', 3)).toBe('<h3>a</h3><h4>b</h4>')
  })
})
