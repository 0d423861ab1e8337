/** What a scanned or typed code refers to. Pure. */

/** The code to look up: the one in a voucher's URL, or a reference. Null for anything else. */
export function codeIn(scanned: string): string | null {
  const text = scanned.trim()
  const ofVoucher = /\/voucher\/(\w[\w.-]{0,299})(?:[?#]|$)/.exec(text)?.[1]
  if (ofVoucher) return ofVoucher
  // Older vouchers have no code: their QR code opens the tracker.
  const ofTracker = /[?&]reference=([A-Za-z0-9]{1,20})(?:[&#]|$)/.exec(text)?.[1]
  const reference = (ofTracker ?? text).replace(/\s+/g, '').toUpperCase()
  return /^[A-Z]{1,6}[0-9]{10}$/.test(reference) ? reference : null
}

/** Whether the code is this booking's, as far as the device can tell. */
export function isCodeOf(code: string, party: { readonly booking_id: string; readonly booking_reference: string }) {
  return code === party.booking_reference || code.startsWith(`${party.booking_id}.`)
}
