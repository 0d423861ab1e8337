/** npm run ledger: what has moved in each currency, and the proof that every total is the sum of its lines. */
import { formatMoney, money } from '../kernel/money.ts'
import {
  type LedgerDifference,
  type LedgerSums,
  ledgerByCurrency,
  proveLedger,
} from '../modules/payment/index.server.ts'
import { runCommand, withShop } from './command.server.ts'

const exact = (minor: number, currency: string): string => formatMoney(money(minor, currency), { exact: true })
const lineOf = ({ currency, chargedMinor, refundedMinor, feesMinor, netMinor }: LedgerSums): string => {
  const of = (minor: number) => exact(minor, currency)
  return `${currency}  charged ${of(chargedMinor)}  refunded ${of(refundedMinor)}  fees ${of(feesMinor)}  net ${of(netMinor)}`
}
const sentenceOf = ({ reference, subject, id, what, currency, storedMinor, enteredMinor }: LedgerDifference): string =>
  `${reference}  ${subject} ${id}: ${what} says ${exact(storedMinor, currency)}, its lines ${exact(enteredMinor, currency)}`

const countOf = (totals: number): string => (totals === 1 ? 'A total differs' : `${totals} totals differ`)

await runCommand({
  usage: ['Usage: npm run ledger'],
  read: (words) => words.length === 0 || null,
  run: (_, started) =>
    withShop(started, async ({ core }) => {
      const [sums, differences] = [await ledgerByCurrency(core.db), await proveLedger(core.db)]
      const verdict =
        differences.length === 0
          ? ['The ledger agrees with every attempt and booking.']
          : [`${countOf(differences.length)} from the ledger:`, ...differences.map(sentenceOf)]
      const told = sums.length === 0 ? ['Nothing has moved yet.'] : sums.map(lineOf)
      return { lines: [...told, ...verdict], isWell: differences.length === 0 }
    }),
})
