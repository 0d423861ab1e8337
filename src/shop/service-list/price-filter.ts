const grouped = /^(\d{1,3}(?:[,.]\d{2,3}){0,3}[,.]\d{3}|\d{1,9})(?:[,.]\d{1,2})?$/

/** '1,000', '1.000', '1 000', '1,00,000' and '1000.50' as whole units, without cents; `null` for anything else. */
export function readWholePrice(typed: string): number | null {
  const digits = grouped.exec(typed.replace(/[\s'’]/g, ''))?.[1]?.replace(/[,.]/g, '')
  return digits && digits.length <= 9 ? Number(digits) : null
}
