import { createHmac, timingSafeEqual } from 'node:crypto'

/** Fails closed: without a secret nothing is right. */
export function isHmac(secret: string | undefined, content: string | Uint8Array, hex: string | undefined): boolean {
  if (!secret || !/^[0-9a-f]{64}$/.test(hex ?? '')) return false
  return timingSafeEqual(createHmac('sha256', secret).update(content).digest(), Buffer.from(hex ?? '', 'hex'))
}

/** What only the key's owner can make of a payment for this order. `orderId`: the one that we have stored. */
export const isCheckoutProof = (
  keySecret: string | undefined,
  orderId: string,
  paymentId: string | undefined,
  signature: string | undefined,
): boolean => isHmac(keySecret, `${orderId}|${paymentId ?? ''}`, signature)

/** Stands in the address that the payer's own form leads back to: failures and cancellations carry no proof of theirs. */
export const returnProof = (keySecret: string, attemptId: string): string =>
  createHmac('sha256', keySecret).update(`return:${attemptId}`).digest('hex')
export const isReturnProof = (keySecret: string | undefined, attemptId: string, proof: string | undefined): boolean =>
  isHmac(keySecret, `return:${attemptId}`, proof)
