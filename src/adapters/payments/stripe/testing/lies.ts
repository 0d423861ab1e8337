import type { SupplierLie } from '../../../../modules/payment/testing/stand-in.ts'

export function lieOf(lie: SupplierLie | undefined, body: object): object {
  if (!lie) return body
  const fields = Object.entries(body).map(([name, value]) => [name, lieOfField(lie, body, name, value)])
  return Object.fromEntries(fields) as object
}

function lieOfField(lie: SupplierLie, body: object, name: string, value: unknown): unknown {
  const isSession = 'object' in body && body.object === 'checkout.session'
  switch (lie) {
    case 'wrong-amount':
      if (typeof value === 'number' && name.startsWith('amount') && value > 100) return value - 100
      break
    case 'wrong-currency':
      if (name === 'currency') return value === 'eur' ? 'gbp' : 'eur'
      break
    case 'wrong-order':
      if (isSession && name === 'id') return `${String(value)}other`
      break
    case 'wrong-mode':
      if (name === 'livemode') return true
      break
  }
  const isWhole = typeof value === 'object' && value !== null && 'object' in value
  return isWhole ? lieOf(lie, value) : value
}
