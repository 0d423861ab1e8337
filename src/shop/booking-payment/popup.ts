// A supplier's popup on the payment page: its script is fetched when the method is chosen and not before (C203).
import type { PaymentPage } from '../../modules/payment/contract.ts'
import type { CheckoutPopup } from '../../modules/payment/index.ts'

export type PopupMethod = NonNullable<PaymentPage['methods'][number]['popup']>
/** 'missing': it was blocked, could not be fetched, or took too long. */
export type ScriptState = 'loading' | 'ready' | 'missing'

const patienceMilliseconds = 15_000
const scripts = new Map<string, { state: ScriptState }>()

/** Starts to fetch the supplier's script, once; one that was missing is tried again. Tells how far it is by now. */
export function prepareScript(address: string, load: (address: string) => Promise<boolean> = loadScript): ScriptState {
  const known = scripts.get(address)
  if (known && known.state !== 'missing') return known.state
  const script: { state: ScriptState } = { state: 'loading' }
  scripts.set(address, script)
  void load(address).then((isThere) => {
    script.state = isThere ? 'ready' : 'missing'
  })
  return known?.state ?? 'loading'
}

function loadScript(address: string): Promise<boolean> {
  const element = Object.assign(document.createElement('script'), { async: true, src: address })
  const loaded = new Promise<boolean>((done) => {
    element.addEventListener('load', () => done(true))
    element.addEventListener('error', () => done(false))
    setTimeout(() => done(false), patienceMilliseconds)
  })
  document.head.append(element)
  return loaded
}

/** The supplier's own part, which the storefront does not carry; null where this shop has none of that type. */
export async function findPopup(type: string): Promise<CheckoutPopup | null> {
  const { popups } = await import('../../adapters/payments/shop.ts')
  return (await popups[type]?.()) ?? null
}

/** How the popup's method is paid here and now. 'page': the supplier's own page, for browsers without popups. */
export type PopupWay =
  | { readonly kind: 'loading' }
  | { readonly kind: 'page' }
  /** `popup` is null where its part could not be fetched; the supplier's script may be missing too. */
  | { readonly kind: 'popup'; readonly popup: CheckoutPopup | null }

/** Fetches what is needed as soon as the method is chosen; to be called again when it is paid with. */
export async function preparePopup({ type, script }: PopupMethod): Promise<PopupWay> {
  const state = prepareScript(script)
  const popup = await findPopup(type).catch(() => null)
  if (popup && !popup.canOpen(navigator.userAgent)) return { kind: 'page' }
  return state === 'loading' ? { kind: 'loading' } : { kind: 'popup', popup }
}
