// The provider's popup. Its script is fetched when the method is chosen, not before (C203).
import type { PaymentPage } from '../../modules/payment/contract.ts'
import type { CheckoutPopup } from '../../modules/payment/index.ts'

export type PopupMethod = NonNullable<PaymentPage['methods'][number]['popup']>
/** 'missing': blocked, unreachable or too slow. */
export type ScriptState = 'loading' | 'ready' | 'missing'

const patienceMilliseconds = 15_000
/** A visitor who pays right after choosing waits a moment for the script. */
const momentMilliseconds = 2_000
export type Script = { state: ScriptState; readonly settled: Promise<void> }
const scripts = new Map<string, Script>()

/** Fetches the provider's script once; a missing one is fetched again. */
export function prepareScript(address: string, load: (address: string) => Promise<boolean> = loadScript): Script {
  const known = scripts.get(address)
  if (known && known.state !== 'missing') return known
  const isThere = load(address)
  const script: Script = {
    state: 'loading',
    settled: isThere.then((isLoaded) => {
      script.state = isLoaded ? 'ready' : 'missing'
    }),
  }
  scripts.set(address, script)
  return script
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

/** The provider's own module, loaded on demand; null when this shop has none of that type. */
export async function findPopup(type: string): Promise<CheckoutPopup | null> {
  const { popups } = await import('../../adapters/payments/shop.ts')
  return (await popups[type]?.()) ?? null
}

/** How the popup's method is paid now. 'page': the provider's own page, for browsers without popups. */
export type PopupWay =
  | { readonly kind: 'loading' }
  | { readonly kind: 'page' }
  /** `popup` is null when its module could not be fetched; the provider's script may be missing too. */
  | { readonly kind: 'popup'; readonly popup: CheckoutPopup | null }

/** Fetches what the method needs when it is chosen. Call it again before paying. */
export async function preparePopup({ type, script: address }: PopupMethod): Promise<PopupWay> {
  const script = prepareScript(address)
  const popup = await findPopup(type).catch(() => null)
  if (popup && !popup.canOpen(navigator.userAgent)) return { kind: 'page' }
  await Promise.race([script.settled, new Promise((done) => setTimeout(done, momentMilliseconds))])
  return script.state === 'loading' ? { kind: 'loading' } : { kind: 'popup', popup }
}
