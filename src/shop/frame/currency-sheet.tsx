import texts from 'shop-messages:currencySheet'
import { currencies, symbolOf } from '../../kernel/money.ts'
import { RadioCards } from '../../ui/choices.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { useDisplayCurrency, useShop } from '../client/context.tsx'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(texts)

export function CurrencySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('currencySheet')
  const names = useText('currency')
  const { currency } = useShop()
  const code = useDisplayCurrency()
  return (
    <Drawer edge="bottom" open={open} onClose={onClose} title={t('title')} closeLabel={t('close')}>
      <p className="mb-4 text-sm text-ink-2">{t('note')}</p>
      <RadioCards
        legend={t('title')}
        hideLegend
        name="display-currency"
        value={code}
        onChange={(next) => {
          currency.set(next)
          onClose()
        }}
        options={currencies.map((each) => ({
          value: each,
          title: names(`names.${each}`),
          aside: (
            <span className="text-ink-2">
              {symbolOf(each)} {each}
            </span>
          ),
        }))}
      />
    </Drawer>
  )
}
