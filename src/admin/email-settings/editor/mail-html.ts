/** The body of a template as a document, and back as the same HTML. */
import { type DOMOutputSpec, DOMParser, DOMSerializer, Fragment, type Node, type ParseRule } from 'prosemirror-model'
import { readHtml, writeHtml, writeWhole } from '../../rich-text/inert-html.ts'
import { withChips } from './chips.ts'
import { bodySchema as schema, subjectSchema } from './mail-schema.ts'

/** Browsers put the rows of a table into a body of their own. */
const withoutBody = (html: string): string => html.replaceAll(/<\/?tbody>/g, '')

const buttonLink = (element: HTMLElement): Element | null => {
  const link = element.childNodes.length === 1 ? element.firstElementChild : null
  return link?.matches('a[style*="inline-block"]') ? link : null
}
const styleOf = (element: Element) => ({ style: element.getAttribute('style') })

/** How templates are read: with the styles that the HTML has. What is pasted is read by the schema's own rules. */
function readRules(): ParseRule[] {
  let spans = 0
  return [
    {
      tag: 'p',
      node: 'button',
      contentElement: 'a',
      getAttrs: (element) => {
        const link = buttonLink(element)
        if (!link) return false
        return { ...styleOf(element), href: link.getAttribute('href') ?? '', linkStyle: link.getAttribute('style') }
      },
    },
    { tag: 'table', node: 'table', getAttrs: (element) => ({ html: writeWhole(element) }) },
    { tag: 'p', node: 'paragraph', getAttrs: styleOf },
    ...[2, 3].map((level) => ({
      tag: `h${level}`,
      node: 'heading',
      getAttrs: (element: HTMLElement) => ({ level, ...styleOf(element) }),
    })),
    {
      tag: 'a[href]',
      mark: 'link',
      getAttrs: (element) => ({ href: element.getAttribute('href'), ...styleOf(element) }),
    },
    { tag: 'span', mark: 'span', getAttrs: (element) => ({ ...styleOf(element), at: ++spans }) },
    { tag: 'ul', node: 'bullet_list' },
    { tag: 'ol', node: 'ordered_list' },
    { tag: 'li', node: 'list_item' },
    { tag: 'br', node: 'hard_break' },
    ...['strong', 'b'].map((tag) => ({ tag, mark: 'strong' })),
    ...['em', 'i'].map((tag) => ({ tag, mark: 'em' })),
  ]
}

export function readBody(html: string): Node {
  const parsed = new DOMParser(schema, readRules()).parse(readHtml(html), { preserveWhitespace: true })
  return parsed.copy(withChips(schema, parsed.content))
}

/** A real element: ProseMirror would write its styles in the browser's own spelling. */
function element(tag: string, attributes: Readonly<Record<string, string | null>>): DOMOutputSpec {
  const dom = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== null) dom.setAttribute(name, value)
  return { dom, contentDOM: dom }
}

const serializer = new DOMSerializer(
  {
    text: ({ text }) => text as unknown as DOMOutputSpec,
    // ProseMirror writes elements only; the text follows.
    chip: (node) => ['span', { 'data-chip': node.attrs.name }],
    hard_break: () => ['br'],
    paragraph: ({ attrs: { style } }) => element('p', { style }),
    heading: ({ attrs: { level, style } }) => element(`h${level}`, { style }),
    bullet_list: () => ['ul', 0],
    ordered_list: () => ['ol', 0],
    list_item: () => ['li', 0],
    button: ({ attrs: { href, style, linkStyle } }) => {
      const dom = document.createElement('p')
      if (style !== null) dom.setAttribute('style', style)
      const link = dom.appendChild(document.createElement('a'))
      link.setAttribute('href', href ?? '')
      if (linkStyle !== null) link.setAttribute('style', linkStyle)
      return { dom, contentDOM: link }
    },
    table: ({ attrs: { html } }) => readHtml(html).firstElementChild ?? document.createElement('p'),
  },
  {
    link: ({ attrs: { href, style } }) => element('a', { href, style }),
    span: ({ attrs: { style } }) => element('span', { style }),
    strong: () => ['strong', 0],
    em: () => ['em', 0],
  },
)

/** Placeholders are text, and an item of a list has its words without a paragraph around them. */
function simplify(holder: HTMLElement): void {
  for (const chip of holder.querySelectorAll('[data-chip]')) chip.replaceWith(`{{${chip.getAttribute('data-chip')}}}`)
  for (const paragraph of holder.querySelectorAll('li > p')) paragraph.replaceWith(...paragraph.childNodes)
}

export function writeBody(doc: Node): string {
  const holder = document.createElement('div')
  holder.append(serializer.serializeFragment(doc.content))
  simplify(holder)
  const isEmpty = doc.childCount === 1 && doc.firstChild?.isTextblock && doc.firstChild.content.size === 0
  return isEmpty ? '' : sourceOf(holder)
}

/** Like the server's HTML: inside a placeholder nothing is escaped. */
const sourceOf = (holder: HTMLElement): string => withoutBody(writeHtml(holder)).replaceAll('\u00a0', '&nbsp;')

/** The same for two spellings of one body: white space, quotes, entities, bold and italic. */
function spellingOf(html: string): string {
  const holder = readHtml(html)
  for (const [old, own] of [
    ['b', 'strong'],
    ['i', 'em'],
  ] as const)
    for (const each of holder.querySelectorAll(old)) {
      const replaced = document.createElement(own)
      replaced.append(...each.childNodes)
      if (each.attributes.length === 0) each.replaceWith(replaced)
    }
  return withoutBody(writeHtml(holder))
    .replace(/\{\{\s*([a-z_]+)\s*\}\}/g, '{{$1}}')
    .replace(/\s+/g, ' ')
    .replace(/> (?=<\/?(?:p|h[1-6]|ul|ol|li|table)\b)/g, '>')
    .trim()
}

/** Whether the document keeps all of it. HTML of other tools has parts that only the source can show. */
export const isKept = (html: string): boolean => spellingOf(writeBody(readBody(html))) === spellingOf(html)

export function readSubject(text: string): Node {
  const line = text.replace(/[\r\n]+/g, ' ')
  const content = line === '' ? Fragment.empty : Fragment.from(subjectSchema.text(line))
  return subjectSchema.node('doc', null, withChips(subjectSchema, content))
}
export const writeSubject = (doc: Node): string => doc.textBetween(0, doc.content.size)
