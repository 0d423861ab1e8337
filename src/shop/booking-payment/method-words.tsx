import { Banknote, CreditCard, Landmark, Wallet } from 'lucide-react'
import { joined } from '../../kernel/messages.ts'
import type { PaymentPage } from '../../modules/payment/contract.ts'
import { useSay } from '../../ui/say.tsx'

type Method = PaymentPage['methods'][number]
const icons = { card: CreditCard, wallet: Wallet, bank: Landmark, cash: Banknote } as const

export function MethodTitle({ means, label, languages }: Pick<Method, 'means' | 'label' | 'languages'>) {
  const Icon = icons[means]
  return (
    <>
      <Icon aria-hidden="true" className="size-5 flex-none text-ink-2" />
      <span className="min-w-0 wrap-anywhere" lang={languages?.label}>
        {label}
      </span>
    </>
  )
}

type MethodWordsProps = Pick<Method, 'brands' | 'languages' | 'next'> & { preview: string }

/** What the method takes, the agency's instructions, and what happens next. */
export function MethodWords({ brands, languages, preview, next }: MethodWordsProps) {
  return (
    <>
      {brands.length > 0 ? <Marks names={brands} /> : null}
      {preview ? (
        <span className="block" lang={languages?.manual_instructions}>
          {preview}
        </span>
      ) : null}
      <span className="mt-1 block">{next}</span>
    </>
  )
}

/** Drawn as small cards, read as a list. */
function Marks({ names }: { names: readonly string[] }) {
  const say = useSay()
  return (
    <>
      <span className="sr-only">{say(joined(names, 'plain'))}</span>
      <span aria-hidden="true" className="pay-marks">
        {names.map((name) => (
          <span key={name} className="pay-mark">
            {name}
          </span>
        ))}
      </span>
    </>
  )
}
