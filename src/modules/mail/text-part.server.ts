import { compile, type FormatCallback } from 'html-to-text'

/** A table row as "Label: value". */
const formatRow: FormatCallback = (row, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 })
  const cells = (row.children ?? []).filter(({ name }) => name === 'td' || name === 'th')
  for (const [index, cell] of cells.entries()) {
    if (index > 0) builder.addInline(': ')
    walk(cell.children ?? [], builder)
  }
  builder.closeBlock({ trailingLineBreaks: 1 })
}

/** The address gets a line of its own: mail programs take a bracket or full stop beside it for a part of it. */
const formatLink: FormatCallback = (link, walk, builder) => {
  walk(link.children ?? [], builder)
  const href = String(link.attribs?.href ?? '')
  if (href === '' || href.startsWith('mailto:')) return
  builder.addInline(':')
  builder.addLineBreak()
  builder.addLiteral(href)
  builder.addLineBreak()
}

/**
 * The text part of a mail from its HTML. Linear in the length of the HTML; deeper nesting than any mail needs is cut
 * off, because the library walks the tree recursively.
 */
export const textPartOf: (html: string) => string = compile({
  wordwrap: false,
  limits: { maxDepth: 100 },
  formatters: { row: formatRow, link: formatLink },
  selectors: [
    { selector: 'a', format: 'link' },
    { selector: 'tr', format: 'row' },
    { selector: 'img', format: 'skip' },
    { selector: 'p[style*="pre-line"]', format: 'pre' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
})
