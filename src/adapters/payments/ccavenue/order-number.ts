/**
 * CCAvenue allows 30 letters and digits for order and refund numbers; a UUID has 36 characters. Its 128 bits in base
 * 32 (0-9, a-v) take 26 and can be converted back.
 */
const digits = '0123456789abcdefghijklmnopqrstuv'
const length = 26
const tooLarge = 1n << 128n

export function orderNumber(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new RangeError(`Not an id of ours: ${id}`)
  return BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(32)
    .padStart(length, '0')
}

/** Returns null for a number that is not one of our ids: other shops may use the same account. */
export function idOfOrderNumber(number: string): string | null {
  if (!/^[0-9a-v]{26}$/.test(number)) return null
  const value = [...number].reduce((sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)), 0n)
  if (value >= tooLarge) return null
  const hex = value.toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
