/**
 * The address if a page may link to it, else null (D29): http(s), mailto, tel, a place on this page or in this shop.
 * Everything that a browser could take for a script or for another site in disguise is refused: `javascript:` in any
 * letter case and spacing, `data:`, `//elsewhere`, `/\elsewhere`.
 */
export function safeLink(address: string): string | null {
  // Browsers drop tabs and line breaks anywhere in an address, and control characters and spaces around it.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped
  const link = address.replace(/[\t\r\n]/g, '').replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, '')
  if (/^https?:\/\/[^\s/\\?#]/i.test(link)) return link
  if (/^(mailto|tel):[^\s]+$/i.test(link)) return link
  if (/^#/.test(link)) return link
  return /^\/(?![/\\])/.test(link) ? link : null
}
