/**
 * Our ids as CCAvenue takes them: an order number has at most 30 letters and digits, a refund's the same, and a UUID has
 * 36 characters. Its 128 bits in base 32 (0-9, a-v) are 26, and lead back to it.
 */
const digits = '0123456789abcdefghijklmnopqrstuv'
const length = 26
const tooLarge = 1n << 128n

/** `id`: a UUID in lower case. */
export function orderNumber(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new RangeError(`Not an id of ours: ${id}`)
  return BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(32)
    .padStart(length, '0')
}

/** Null when no id of ours can have given this number: other shops may use the same account. */
export function idOfOrderNumber(number: string): string | null {
  if (!/^[0-9a-v]{26}$/.test(number)) return null
  const value = [...number].reduce((sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)), 0n)
  if (value >= tooLarge) return null
  const hex = value.toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
