/**
 * Tidies HTML that is pasted from other programs, before ProseMirror reads what it knows of it.
 */
import { readHtml, writeHtml } from './inert-html.ts'

const noise = 'style, script, meta, link, title, xml, svg, iframe, object, form, input, button, select'

export function cleanPasted(html: string): string {
  const pasted = readHtml(html)
  for (const each of pasted.querySelectorAll(noise)) each.remove()
  // Office's own elements, such as <o:p>.
  for (const each of pasted.querySelectorAll('*')) if (each.tagName.includes(':')) each.remove()
  for (const each of pasted.querySelectorAll('h1, h4, h5, h6')) rename(each, each.tagName === 'H1' ? 'h2' : 'h3')
  listWordItems(pasted)
  // A cell of a table becomes a line of its own.
  for (const cell of pasted.querySelectorAll('td, th')) rename(cell, 'p')
  for (const anchor of pasted.querySelectorAll('a[href^="#"], a[name]')) anchor.replaceWith(...anchor.childNodes)
  return writeHtml(pasted)
}

function rename(element: Element, tag: string): Element {
  const renamed = element.ownerDocument.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

/** Word writes each item of a list as a paragraph that begins with its bullet or number. */
function listWordItems(pasted: HTMLElement): void {
  const items = [...pasted.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"], p[style*="mso-list"]')]
  let list: Element | null = null
  for (const item of items) {
    const mark = markOf(item)
    const tag = /^\s*(?:\d+|[a-z])[.)]/i.test(mark) ? 'ol' : 'ul'
    if (list === null || list.tagName.toLowerCase() !== tag || item.previousElementSibling !== list) {
      list = pasted.ownerDocument.createElement(tag)
      item.before(list)
    }
    list.append(rename(item, 'li'))
  }
}

/** Removes and returns the bullet or number, which Word puts into an ignored span or into the text. */
function markOf(item: HTMLElement): string {
  const ignored = item.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]')
  if (ignored) {
    const mark = ignored.textContent
    ignored.remove()
    return mark
  }
  const first = firstText(item)
  const mark = /^[\s\u00a0]*(?:[\u00b7\u2022\u25aa\u25cf\u00a7o-]|\d{1,3}[.)]|[a-z][.)])[\s\u00a0]+/i.exec(
    first?.data ?? '',
  )?.[0]
  if (!first || !mark) return ''
  first.data = first.data.slice(mark.length)
  return mark
}

function firstText(element: Element): Text | null {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if ((node as Text).data.trim() !== '') return node as Text
  return null
}
