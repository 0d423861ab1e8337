/**
 * The document of a template: text with placeholders as single pieces, and the parts of mails that are not text. How the
 * HTML is read and written is in mail-html.ts; `toDOM` is only what the editor shows.
 */
import { type AttributeSpec, type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { hardBreak } from '../../rich-text/hard-break.ts'

const attrs = (...names: readonly string[]): Record<string, AttributeSpec> =>
  Object.fromEntries(names.map((name) => [name, { default: null }]))
const styled = ({ style }: { readonly style?: string | null }): Record<string, string> => (style ? { style } : {})

const chip: NodeSpec = {
  inline: true,
  atom: true,
  attrs: { name: {} },
  leafText: (node) => `{{${node.attrs.name}}}`,
  // Pasted elsewhere, a placeholder is its source; pasted here, the source becomes one again.
  toDOM: (node): DOMOutputSpec => ['span', `{{${node.attrs.name}}}`],
}

const blocks: Record<string, NodeSpec> = {
  paragraph: {
    content: 'inline*',
    group: 'block',
    attrs: attrs('style'),
    parseDOM: [{ tag: 'p' }],
    toDOM: ({ attrs: { style } }) => ['p', styled({ style }), 0],
  },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: { level: { default: 2 }, ...attrs('style') },
    parseDOM: [1, 2, 3, 4].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(Math.max(level, 2), 3) } })),
    toDOM: ({ attrs: { level } }) => [`h${level}`, 0],
  },
  bullet_list: { content: 'list_item+', group: 'block', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  ordered_list: { content: 'list_item+', group: 'block', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
  list_item: { content: 'paragraph', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  /** A link that looks like a button: its words, where it leads, and its two styles. */
  button: {
    content: '(text | chip)*',
    marks: '',
    group: 'block',
    defining: true,
    attrs: attrs('href', 'style', 'linkStyle'),
    toDOM: () => ['p', { class: 'mail-button' }, ['span', 0]],
  },
  /** A table as it stands in the HTML, such as the details of a booking. */
  table: { group: 'block', atom: true, attrs: { html: {} }, toDOM: () => ['div'] },
}

const marks: Record<string, MarkSpec> = {
  link: {
    attrs: attrs('href', 'style'),
    inclusive: false,
    parseDOM: [{ tag: 'a[href]', getAttrs: (element) => ({ href: element.getAttribute('href') }) }],
    toDOM: () => ['a', 0],
  },
  /** Left out of a mail when its placeholders are empty, if it has no style. `at` keeps two of them apart. */
  span: {
    attrs: attrs('style', 'at'),
    inclusive: false,
    toDOM: ({ attrs: { style } }) => ['span', styled({ style }), 0],
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps what it copies in a bold element that is not bold.
      { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null },
      { style: 'font-weight', getAttrs: (value) => /^(bold(er)?|[6-9]\d\d)$/.test(value) && null },
    ],
    toDOM: () => ['strong', 0],
  },
  em: {
    parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }],
    toDOM: () => ['em', 0],
  },
}

export const bodySchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    ...blocks,
    text: { group: 'inline' },
    chip: { ...chip, group: 'inline' },
    hard_break: hardBreak,
  },
  marks,
})
/** One line. */
export const subjectSchema = new Schema({
  nodes: { doc: { content: '(text | chip)*' }, text: {}, chip },
})
