/** Cells of the tables that staff take out to a spreadsheet and bring back. */
const formula = /^'*(?:[\s\u00a0\ufeff]*[=+\-@＝＋－＠]|[\t\r\n])/

/**
 * A cell that a spreadsheet would read as a formula (also in full-width signs, also behind spaces) gets an apostrophe
 * before it, and is read as text then (A144). Phone numbers start with +, so they get one too.
 */
export const safeCell = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** Undoes safeCell. */
export const bareCell = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)
