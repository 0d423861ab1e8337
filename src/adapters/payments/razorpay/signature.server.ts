import { createHmac, timingSafeEqual } from 'node:crypto'

/** Fails closed: without a secret nothing is valid. */
export function isHmac(secret: string | undefined, content: string | Uint8Array, hex: string | undefined): boolean {
  if (!secret || !/^[0-9a-f]{64}$/.test(hex ?? '')) return false
  return timingSafeEqual(createHmac('sha256', secret).update(content).digest(), Buffer.from(hex ?? '', 'hex'))
}

/** Only the owner of the key can sign a payment for this order. Pass the stored `orderId`, never the posted one. */
export const isCheckoutProof = (
  keySecret: string | undefined,
  orderId: string,
  paymentId: string | undefined,
  signature: string | undefined,
): boolean => isHmac(keySecret, `${orderId}|${paymentId ?? ''}`, signature)

/** Part of the return URL, because Razorpay signs neither failures nor cancellations. */
export const returnProof = (keySecret: string, attemptId: string): string =>
  createHmac('sha256', keySecret).update(`return:${attemptId}`).digest('hex')
export const isReturnProof = (keySecret: string | undefined, attemptId: string, proof: string | undefined): boolean =>
  isHmac(keySecret, `return:${attemptId}`, proof)
