/** What the people of the demo book: a request that the item's own kind accepts. */
import { addDays, type LocalDate } from '../../src/kernel/dates.ts'
import type { CatalogueService } from '../../src/modules/catalogue/index.server.ts'
import type { Party, RuleRequest } from '../../src/services/kind.ts'
import type { LoadedKind } from '../../src/services/loaded.server.ts'
import { lastNames, type Person } from './people.ts'

const parties: readonly Party[] = [
  [2, 0, 0],
  [1, 0, 0],
  [2, 1, 0],
  [2, 2, 0],
  [4, 0, 0],
  [2, 1, 1],
  [3, 0, 0],
  [6, 0, 0],
  [10, 0, 0],
  [20, 0, 0],
].map(([adults = 1, children = 0, infants = 0]) => ({ adults, children, infants }))

/** The first request, from the n-th party on, to which the kind has no objection on that day. */
export function chooseRequest(
  kind: LoadedKind,
  service: CatalogueService,
  person: Person,
  wanted: { readonly date: LocalDate; readonly today: LocalDate; readonly n: number; readonly papers?: string },
): RuleRequest {
  const { date, today, n } = wanted
  const schedule = kind.schedule(service)
  const { fixed } = kind.party(service)
  const time = schedule.slots[n % Math.max(schedule.slots.length, 1)] ?? (schedule.timeRequired ? '10:30' : null)
  const languages = Array.isArray(service.details.languages) ? service.details.languages : []
  for (let turn = 0; turn < parties.length; turn++) {
    const party = fixed ?? parties[(n + turn) % parties.length]
    if (!party) continue
    const booking = kind.booking.safeParse(detailsFor(kind.key, person, party, wanted))
    if (!booking.success) throw new Error(`${kind.key}: ${booking.error.message}`)
    const request: RuleRequest = {
      party,
      date,
      time,
      booking: booking.data,
      pickupLocation: schedule.hasPickup ? (pickups[n % pickups.length] ?? null) : null,
      language: typeof languages[0] === 'string' ? languages[0] : null,
    }
    if (kind.check(service, request, today).length === 0) return request
  }
  throw new Error(`Nobody of the demo can book ${service.kind} ${service.slug}`)
}

const pickups = [
  'Rove Downtown Dubai',
  'Al Khoory Hotel, Deira',
  'Dubai International Airport, Terminal 3',
  'Marina Byblos',
]
const airlines = ['IndiGo', 'Air India Express', 'Emirates', 'flydubai'] as const

/** What the kind's own booking form asks for; kinds without such questions get none. */
function detailsFor(
  kind: string,
  person: Person,
  party: Party,
  { date, n, papers }: { readonly date: LocalDate; readonly n: number; readonly papers?: string },
): Record<string, unknown> {
  if (kind === 'visa' && papers === 'missing') return { booking_option: 'pay_now' }
  if (kind === 'visa') return { booking_option: 'fill_and_pay', travellers: travellers(person, party, date, n) }
  if (kind === 'transfer') return { dropoff_location: 'JBR, The Walk', ...(n % 2 && { flight_number: `EK${500 + n}` }) }
  if (kind !== 'ok_to_board') return {}
  return {
    passengerName: person.name,
    passportNumber: passport(n),
    nationality: 'IN',
    flightNumber: `6E${1400 + n}`,
    airline: airlines[n % airlines.length],
    pnr: `Q${String(7 * n + 311)}ZT`.slice(0, 6),
    acknowledgeShortNotice: true,
  }
}

const passport = (n: number) => `Z${String(4_100_000 + 7_919 * n).slice(-7)}`

function travellers(person: Person, party: Party, date: LocalDate, n: number): Record<string, unknown>[] {
  const family = person.name.split(' ').at(-1) ?? lastNames[0]
  const entry = (type: 'adult' | 'child', place: number) => ({
    travelerType: type,
    fullName: place === 0 ? person.name : `${['Sana', 'Kabir', 'Leela', 'Adil', 'Maya'][(n + place) % 5]} ${family}`,
    passportNumber: passport(31 * n + place),
    passportExpiry: addDays(date, 1200 + 13 * n),
    dateOfBirth:
      type === 'adult' ? `${1968 + ((3 * n + place) % 34)}-0${1 + (n % 9)}-14` : addDays(date, -2600 - 40 * place),
    tentativeArrivalDate: date,
    tentativeDepartureDate: addDays(date, 9),
  })
  return [
    ...Array.from({ length: party.adults }, (_, place) => entry('adult', place)),
    ...Array.from({ length: party.children }, (_, place) => entry('child', party.adults + place)),
  ]
}
