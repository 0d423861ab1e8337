// What staff may type where the shop loads or links a web address: https, or a path of the shop. Anything else could load
// over an open connection (http:), run (javascript:) or contain the content itself (data:).

export const isHttps = (typed: string): boolean => /^https:\/\/[^\s/\\?#]\S*$/i.test(typed)
/** '/tours', but not '//host' and '/\\host', which lead elsewhere. */
export const isSitePath = (typed: string): boolean => /^\/(?![/\\])\S*$/.test(typed)
export const isWebAddress = (typed: string): boolean => isHttps(typed) || isSitePath(typed)

/**
 * The address if a page may link to it, else null (D29). Allowed: http(s), mailto, tel, a fragment, a path of this shop.
 * Rejects scripts and disguised external addresses: `javascript:` in any case and spacing, `data:`, `//host`, `/\host`.
 */
export function safeLink(address: string): string | null {
  // Like browsers: strip tabs and line breaks anywhere, control characters and spaces at both ends.
  const link = withoutBlankEnds(address.replace(/[\t\r\n]/g, ''))
  if (/^https?:\/\/[^\s/\\?#]/i.test(link)) return link
  if (/^(mailto|tel):[^\s]+$/i.test(link)) return link
  if (/^#/.test(link)) return link
  return /^\/(?![/\\])/.test(link) ? link : null
}

function withoutBlankEnds(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && text.charCodeAt(start) <= 0x20) start++
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--
  return text.slice(start, end)
}
