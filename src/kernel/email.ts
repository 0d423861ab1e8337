const address = /^[^\s@<>()[\]\\,;:"]+@(?:[^\s@<>()[\]\\,;:".]+\.)+[^\s@<>()[\]\\,;:".]+$/
/** A basic pattern: something, @, a domain with a dot; nothing that is special in a mail header. */
export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text)

/** They ignore dots before the @. At other providers the dots make another address. */
const gmail = ['gmail.com', 'googlemail.com']

/**
 * The same for every spelling of one mailbox: what follows a plus does not count, nor do the dots of a Gmail address.
 * For limits per customer only; mail goes to the address as it was typed. Migration 0048 has the same in SQL.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const [name = ''] = local.split('+')
  return gmail.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
