import type { PaymentProvider, ProviderContext, Snapshot } from '../../port.ts'
import type { StandIn, SupplierFault, SupplierLie } from '../stand-in.ts'
import type { Supplier } from '../supplier-world.ts'
import { type MadeUp, madeUpProvider } from './provider.ts'

const name = 'shell_pay'
const lies: Readonly<Record<SupplierLie, (snapshot: Snapshot) => Partial<Snapshot>>> = {
  'wrong-amount': (snapshot) => ({ capturedMinor: snapshot.capturedMinor - 1 }),
  'wrong-currency': () => ({ currency: 'JPY' }),
  'wrong-order': () => ({ orderRef: 'somebody-elses' }),
  'wrong-mode': () => ({ mode: 'test' }),
}

/** The made-up supplier as a stand-in. The provider suites are developed on it. */
export async function openMadeUp(): Promise<Supplier> {
  const madeUp = madeUpProvider(name, { label: 'Shell Pay' })
  let fault: SupplierFault | null = null
  const standIn: StandIn = {
    ...acts(madeUp),
    provider: name,
    env: {},
    settings: {},
    secrets: {},
    currency: 'USD',
    setFault: (to) => {
      fault = to
    },
    deliverTo: () => {},
    orderCount: () => madeUp.orders.size,
    breaches: () => [],
    isValidating: true,
    close: async () => {},
  }
  return { standIn, line: { create: () => faulty(madeUp.provider, () => fault) } }
}

function acts(madeUp: MadeUp): Pick<StandIn, 'act' | 'reports' | 'returnVisit' | 'refundElsewhere' | 'lie'> {
  const orderOf = (ref: string) => {
    const order = madeUp.orders.get(ref)
    if (!order) throw new Error(`no order ${ref}`)
    return order
  }
  return {
    act: async (ref, act) => {
      if (act === 'pay') madeUp.pay(ref)
      else if (act === 'pay-later') madeUp.move(ref, 'processing')
      else if (act === 'decline') madeUp.move(ref, 'failed')
      else if (act === 'lapse') madeUp.move(ref, 'expired')
    },
    reports: async (ref, at) => {
      const { attemptId, status, refunds, twist } = orderOf(ref)
      if (status === 'requires_action') return []
      const facts = [status, ...refunds.map(({ state }) => state), ...(twist ? ['twisted'] : [])]
      const eventIds = facts.map((_, n) => `${ref}:${facts.slice(0, n + 1).join('-')}`)
      return eventIds.map((eventId) => madeUp.report({ eventId, attemptId, orderRef: ref }, at))
    },
    returnVisit: async (ref) => ({ query: { order: ref }, form: {} }),
    refundElsewhere: async (ref, amountMinor) => madeUp.refundElsewhere(ref, amountMinor),
    lie: async (ref, lie) => {
      orderOf(ref).twist = lies[lie](madeUp.snapshot(ref))
    },
  }
}

function faulty(provider: PaymentProvider, faultNow: () => SupplierFault | null): PaymentProvider {
  const through = async <T>(ctx: ProviderContext, call: () => Promise<T>): Promise<T> => {
    const fault = faultNow()
    if (fault === 'slow') await pause(3_000, ctx.signal)
    if (fault === 'hanging') await pause(60_000, ctx.signal)
    if (fault === 'losing-answers') await call()
    if (fault !== null && fault !== 'slow') throw new Error(fault)
    return call()
  }
  const { fetchStatus, close, refund } = provider
  return {
    ...provider,
    start: (ctx, request) => through(ctx, () => provider.start(ctx, request)),
    ...(fetchStatus && { fetchStatus: (ctx, attempt) => through(ctx, () => fetchStatus(ctx, attempt)) }),
    ...(close && { close: (ctx, attempt) => through(ctx, () => close(ctx, attempt)) }),
    ...(refund && { refund: (ctx, request) => through(ctx, () => refund(ctx, request)) }),
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      fail(new Error('aborted'))
    })
  })
