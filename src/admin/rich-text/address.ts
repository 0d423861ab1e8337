import { isEmail } from '../../kernel/email.ts'
import { safeLink } from '../../kernel/web-address.ts'

const bareHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#:]\S*)?$/i

/** The address that staff mean: 'example.com' and 'desk@example.com' get their scheme. Null if a link may not lead there. */
export function readAddress(typed: string): string | null {
  const address = typed.trim().replace(/\s/g, '%20')
  if (address === '') return null
  if (isEmail(address)) return `mailto:${address}`
  const link = safeLink(bareHost.test(address) ? `https://${address}` : address)
  // Brackets would end the link in a marked text.
  return link?.replaceAll('(', '%28').replaceAll(')', '%29') ?? null
}
