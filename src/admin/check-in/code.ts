/** What a scanned or typed code names. Pure. */

/** The code to ask the server about: that of a voucher's address, or a reference. Null for anything else. */
export function codeIn(scanned: string): string | null {
  const text = scanned.trim()
  const ofVoucher = /\/voucher\/([\w.-]{1,300})(?:[?#]|$)/.exec(text)?.[1]
  if (ofVoucher) return ofVoucher
  // Vouchers printed before they had codes lead to the tracker.
  const ofTracker = /[?&]reference=([A-Za-z0-9]{1,20})(?:[&#]|$)/.exec(text)?.[1]
  const reference = (ofTracker ?? text).replace(/\s+/g, '').toUpperCase()
  return /^[A-Z]{1,6}[0-9]{10}$/.test(reference) ? reference : null
}

/** Whether the code is that of this booking, by what can be known without the server. */
export function isCodeOf(code: string, party: { readonly booking_id: string; readonly booking_reference: string }) {
  return code === party.booking_reference || code.startsWith(`${party.booking_id}.`)
}
