import { useState } from 'react'
import { currencies, currencySymbols } from '../../kernel/money.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/choices.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { useDisplayCurrency, useShop } from '../context.tsx'
import { useText } from '../intl.tsx'

const symbolOf = (code: string) => currencySymbols[code as keyof typeof currencySymbols] ?? ''

/** The visitor's choice of the currency that prices are shown in (D172). */
export function CurrencyButton() {
  const t = useText('currency')
  const { currency } = useShop()
  const code = useDisplayCurrency()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        className="rounded-full px-3.5 text-sm"
        aria-label={t('button', { name: t(`names.${code as 'USD'}`) })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span aria-hidden="true" className="whitespace-nowrap">
          <bdi>{symbolOf(code)}</bdi>
          <span className="max-[26rem]:hidden"> {code}</span>
        </span>
      </Button>
      <Drawer edge="bottom" open={isOpen} onClose={() => setOpen(false)} title={t('title')} closeLabel={t('close')}>
        <p className="mb-4 text-sm text-ink-2">{t('note')}</p>
        <RadioCards
          legend={t('title')}
          hideLegend
          name="display-currency"
          value={code}
          onChange={(next) => {
            currency.set(next)
            setOpen(false)
          }}
          options={currencies.map((each) => ({
            value: each,
            title: t(`names.${each}`),
            aside: (
              <span className="text-ink-2">
                <bdi>{currencySymbols[each]}</bdi> {each}
              </span>
            ),
          }))}
        />
      </Drawer>
    </>
  )
}
