import { currencySymbols } from '../../kernel/money.ts'
import { Button } from '../../ui/button.tsx'
import { useDisplayCurrency } from '../client/context.tsx'
import { useText } from '../intl/intl.tsx'
import { useSheet } from './use-sheet.ts'

const symbolOf = (code: string) => currencySymbols[code as keyof typeof currencySymbols] ?? ''

const loadSheet = async () => (await import('./currency-sheet.tsx')).CurrencySheet

/** Opens the choice of display currency (D172). */
export function CurrencyButton() {
  const t = useText('currency')
  const code = useDisplayCurrency()
  const sheet = useSheet(loadSheet)
  return (
    <>
      <Button variant="secondary" className="rounded-full px-3.5 text-sm" aria-haspopup="dialog" onClick={sheet.open}>
        <span className="sr-only">{t('button', { name: t(`names.${code as 'USD'}`) })}, </span>
        <span className="whitespace-nowrap">
          <bdi>{symbolOf(code)}</bdi>
          <span className="max-[26rem]:hidden"> {code}</span>
        </span>
      </Button>
      {sheet.Sheet ? <sheet.Sheet open={sheet.isOpen} onClose={sheet.close} /> : null}
    </>
  )
}
