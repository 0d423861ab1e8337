/** Deeper than any body that the shop's pages send. */
const maxDepth = 100
/** Parsing and checking 60,000 keys blocks the event loop for 0.2 seconds. No page sends a tenth of this. */
const maxKeys = 10_000

/**
 * Judges a JSON text before it is parsed, in one pass: parsing deep nesting or very many keys would block the event loop
 * for a tenth of a second. Says nothing about its syntax.
 */
export function judgeJson(text: string): 'fine' | 'too-deep' | 'too-many-keys' {
  let [depth, keys] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === colon && ++keys > maxKeys) return 'too-many-keys'
    else if ((code === brace || code === bracket) && ++depth > maxDepth) return 'too-deep'
    else if (code === closingBrace || code === closingBracket) depth--
  }
  return 'fine'
}

const [quote, backslash, colon, brace, bracket, closingBrace, closingBracket] = [34, 92, 58, 123, 91, 125, 93]

/** The place of the closing quote, or the end of an unfinished text. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}
