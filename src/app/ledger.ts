/**
 * npm run ledger: totals of each currency, and the proof that every total is the sum of its lines, that the places of
 * every departure are those of its bookings, and that the use of every resource agrees with both.
 */
import { formatMoney, money } from '../kernel/money.ts'
import {
  type DepartureDifference,
  provePlaces,
  proveUses,
  type UseDifference,
} from '../modules/booking/index.server.ts'
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

const departureSentence = ({ departureId, date, time, taken, booked }: DepartureDifference): string =>
  `departure ${departureId} (${date}${time === null ? '' : ` ${time}`}): ${taken} places taken, ${booked} in its bookings`

const useFaults = { twice: 'is used twice', idle: 'is used by nothing', missing: 'is missing' } as const
const useSentence = ({ fault, resource, unit, departureId, bookingId }: UseDifference): string =>
  `${[resource, unit === null ? '' : `#${unit}`].join(' ').trim()} ${useFaults[fault]}: departure ${departureId ?? '-'}, booking ${bookingId ?? '-'}`

const countOf = (totals: number): string => (totals === 1 ? 'A total differs' : `${totals} totals differ`)

await runCommand({
  usage: ['Usage: npm run ledger'],
  read: (words) => words.length === 0 || null,
  run: (_, started) =>
    withShop(started, async ({ core, shop: { deps } }) => {
      const [sums, differences] = [await ledgerByCurrency(core.db), await proveLedger(core.db)]
      const departures = await provePlaces(core.db)
      const uses = await proveUses(core.db, deps)
      const verdict =
        differences.length === 0
          ? ['The ledger agrees with every attempt and booking.']
          : [`${countOf(differences.length)} from the ledger:`, ...differences.map(sentenceOf)]
      const totals = sums.length === 0 ? ['Nothing has moved yet.'] : sums.map(lineOf)
      const places =
        departures.length === 0
          ? ['The places of every departure agree with its bookings.']
          : ['The places of these departures differ from their bookings:', ...departures.map(departureSentence)]
      const resources =
        uses.length === 0
          ? ['The use of every resource agrees with its departures and bookings.']
          : ['The use of these resources differs from their departures and bookings:', ...uses.map(useSentence)]
      const isWell = differences.length + departures.length + uses.length === 0
      return { lines: [...totals, ...verdict, ...places, ...resources], isWell }
    }),
})
