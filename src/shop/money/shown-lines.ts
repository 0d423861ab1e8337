import { add, type Money, subtract } from '../../kernel/money.ts'

/**
 * The lines of a sum in another currency. A line is what the converted running total grows by, so that the shown lines
 * add up to the shown total. `conversion` rounds; its result stays what it is for amounts that it cannot convert.
 */
export function shownLines(amounts: readonly Money[], conversion: (amount: Money) => Money): readonly Money[] {
  let [own, shown]: (Money | null)[] = [null, null]
  return amounts.map((amount) => {
    const before = shown
    own = own ? add(own, amount) : amount
    shown = conversion(own)
    return before ? subtract(shown, before) : shown
  })
}
