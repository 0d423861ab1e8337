import { symbolOf } from '../../kernel/money.ts'
import { Button } from '../../ui/button.tsx'
import { useDisplayCurrency, useShop } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { useText } from '../intl/intl.tsx'
import { useSheet } from './use-sheet.ts'

const loadSheet = async () => (await import('./preferences-sheet.tsx')).PreferencesSheet

/** Opens the choice of language and display currency (D172). */
export function PreferencesButton() {
  const t = useText('currency')
  const code = useDisplayCurrency()
  const { language } = useShop()
  const { languages } = useChrome()
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
        <span className="whitespace-nowrap uppercase">
          {languages[1] && language} {symbol}
          <span className={symbol ? 'max-[26rem]:hidden' : ''}> {code}</span>
        </span>
      </Button>
      {sheet.Sheet ? <sheet.Sheet open={sheet.isOpen} onClose={sheet.close} /> : null}
    </>
  )
}
