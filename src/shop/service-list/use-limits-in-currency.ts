import { useEffect, useRef } from 'react'
import { convert, money } from '../../kernel/money.ts'
import { useDisplayCurrency } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import type { ListSearch } from './list-search.ts'

type Limits = Pick<ListSearch, 'priceFrom' | 'priceTo'>
/** As long as an address may write them. */
const maxAmount = 999_999_999

/** The price limits are in the chosen currency. When the visitor chooses another, they are converted like the prices. */
export function useLimitsInCurrency({ priceFrom, priceTo }: Limits, onChange: (next: Limits) => void): void {
  const currency = useDisplayCurrency()
  const { ratesPerUsd } = useChrome()
  const before = useRef(currency)
  useEffect(() => {
    const old = before.current
    before.current = currency
    if (old === currency || (priceFrom === undefined && priceTo === undefined)) return
    const inChosen = (whole: number | undefined) => {
      const minor = whole === undefined ? undefined : convert(money(whole * 100, old), currency, ratesPerUsd)?.minor
      return minor === undefined ? undefined : Math.min(Math.round(minor / 100), maxAmount)
    }
    onChange({ priceFrom: inChosen(priceFrom), priceTo: inChosen(priceTo) })
  })
}
