/** What the visual editor shows in place of a placeholder, a table and a button. */
import type { NodeViewConstructor } from 'prosemirror-view'
import { readHtml } from '../../rich-text/inert-html.ts'
import { textOf } from '../../text.ts'
import { isPlaceholder, placeholderName } from '../placeholder-names.ts'

const t = textOf('email')

function chipOf(name: string, available: ReadonlySet<string>): HTMLElement {
  const chip = document.createElement('span')
  chip.className = 'mail-chip'
  chip.textContent = placeholderName(name)
  chip.dataset.name = name
  if (!available.has(name)) {
    chip.classList.add('is-empty')
    chip.title = t('alwaysEmpty', { name: placeholderName(name) })
  }
  return chip
}
export const chipView =
  (available: ReadonlySet<string>): NodeViewConstructor =>
  ({ attrs: { name } }) => ({ dom: chipOf(name, available) })

const slot = /\{\{\s*([a-z_]+)\s*\}\}/

function cellOf(text: string, available: ReadonlySet<string>): (Node | string)[] {
  const name = slot.exec(text)?.[1] ?? ''
  return isPlaceholder(name) ? [chipOf(name, available)] : [text]
}

/** The name of a table by the placeholders in it. */
const tableName = (html: string): string =>
  t(
    html.includes('{{booking_reference}}')
      ? 'partBooking'
      : html.includes('{{customer_email}}')
        ? 'partEnquiry'
        : 'partTable',
  )

/** The rows of a table, as text only: nothing of its HTML becomes part of this page. */
export const tableView =
  (available: ReadonlySet<string>): NodeViewConstructor =>
  ({ attrs: { html } }) => {
    const dom = document.createElement('div')
    dom.className = 'mail-part'
    const title = dom.appendChild(document.createElement('p'))
    title.textContent = tableName(html)
    for (const row of readHtml(html).querySelectorAll('tr')) {
      const line = dom.appendChild(document.createElement('p'))
      for (const cell of row.querySelectorAll('td, th')) {
        const piece = line.appendChild(document.createElement('span'))
        piece.append(...cellOf(cell.textContent.trim(), available))
      }
    }
    return { dom }
  }
