import { symbolOf } from '../../kernel/money.ts'
import { Button } from '../../ui/button.tsx'
import { useDisplayCurrency } from '../client/context.tsx'
import { useText } from '../intl/intl.tsx'
import { useSheet } from './use-sheet.ts'

const loadSheet = async () => (await import('./currency-sheet.tsx')).CurrencySheet

/** Opens the choice of display currency (D172). */
export function CurrencyButton() {
  const t = useText('currency')
  const code = useDisplayCurrency()
  const symbol = symbolOf(code)
  const sheet = useSheet(loadSheet)
  return (
    <>
      <Button
        variant="secondary"
        className="needs-scripts rounded-full px-3.5 text-sm"
        aria-haspopup="dialog"
        {...sheet.ahead}
        onClick={sheet.open}
      >
        <span className="sr-only">{t('button', { name: t(`names.${code as 'USD'}`) })}, </span>
        <span className="whitespace-nowrap">
          {symbol}
          <span className={symbol ? 'max-[26rem]:hidden' : ''}> {code}</span>
        </span>
      </Button>
      {sheet.Sheet ? <sheet.Sheet open={sheet.isOpen} onClose={sheet.close} /> : null}
    </>
  )
}
