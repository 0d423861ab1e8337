/**
 * A cell that a spreadsheet would read as a formula (also in full-width signs, also behind spaces) gets an apostrophe
 * before it, and is read as text then (A144). Phone numbers start with +, so they get one too.
 */
export const safeCell = (cell: string): string =>
  /^[\s\u00a0\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell) ? `'${cell}` : cell
