/** True for an IANA name such as 'Asia/Kolkata'. Offsets such as '+05:30' are not accepted. */
export function isTimeZone(name: string): boolean {
  if (!/^(UTC|[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]*){1,2})$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
