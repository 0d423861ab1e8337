/** How staff search text is read. */

const minPhoneDigits = 6

/**
 * The digits with which a stored number (E.164) ends if the text looks like a phone number, else null:
 * '+971 (0)50 111-2206' gives '971501112206', '050 111 2206' gives '501112206', '1112206' itself.
 */
export function readPhoneEnding(text: string): string | null {
  if (!/^\+?[\d\s()./-]+$/.test(text)) return null
  const digits = text.replace(/\(0\)|\D/g, '').replace(/^0+/, '')
  return digits.length >= minPhoneDigits ? digits : null
}

const maxWords = 5
/** The words of a name, which may come in any order; null for a single word or for too many. */
export function readNameWords(text: string): readonly string[] | null {
  const words = text.split(/[\s,]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  return words.length > 1 && words.length <= maxWords ? words : null
}
