/** Cells of exported spreadsheets, which staff may import again. */
const formula = /^'*(?:[\s\u00a0\ufeff]*[=+\-@＝＋－＠]|[\t\r\n])/

/** Where a spreadsheet that splits at semicolons or tabs, or ignores quotes, begins another cell. */
const hidden = /([;\t\r\n])(?='*[ \u00a0\ufeff]*[=+\-@＝＋－＠])/g
const hiddenSafe = /([;\t\r\n])'(?='*[ \u00a0\ufeff]*[=+\-@＝＋－＠])/g

/**
 * Puts an apostrophe before a cell that a spreadsheet would run as a formula, also with full-width signs or leading
 * spaces (A144), and after each separator within it that a formula follows. Phone numbers start with + and get one too.
 */
export function safeCell(cell: string): string {
  const split = cell.replace(hidden, "$1'")
  return formula.test(split) ? `'${split}` : split
}

/** Undoes safeCell. */
export function bareCell(cell: string): string {
  const split = cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
  return split.replace(hiddenSafe, '$1')
}
