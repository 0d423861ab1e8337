/** Booking requests of the demo that the kind of the item accepts. */
import { addDays, type LocalDate } from '../../src/kernel/dates.ts'
import type { CatalogueService } from '../../src/modules/catalogue/index.server.ts'
import { departuresOn, schedulesOf } from '../../src/modules/inventory/index.ts'
import type { Party, RuleRequest, ScheduleRules } from '../../src/services/kind.ts'
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

/** The first request, starting at the n-th party, that the kind accepts for that date. */
export function chooseRequest(
  kind: LoadedKind,
  service: CatalogueService,
  person: Person,
  options: { readonly date: LocalDate; readonly today: LocalDate; readonly n: number; readonly documents?: string },
): RuleRequest {
  const { date, today, n } = options
  const schedule = kind.schedule(service)
  const { fixed } = kind.party(service)
  const slots = slotsOn(schedule, date)
  const time = slots[n % Math.max(slots.length, 1)] ?? (schedule.timeRequired ? '10:30' : null)
  const languages = Array.isArray(service.details.languages) ? service.details.languages : []
  const stayDays = Math.min(9, kind.maxStayDays?.(service) ?? 9)
  for (let turn = 0; turn < parties.length; turn++) {
    const party = fixed ?? parties[(n + turn) % parties.length]
    if (!party) continue
    const booking = kind.booking.safeParse(detailsFor(kind.key, person, party, { ...options, stayDays }))
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
  throw new Error(`No demo party can book ${service.kind} ${service.slug}`)
}

/** The departures of a day, as the schedules say. */
const departuresOf = (schedule: ScheduleRules, date: LocalDate) => {
  const terms = { now: new Date(0), zone: 'UTC', cutOffMinutes: 0, fewUpTo: 0 }
  return departuresOn(schedulesOf(schedule), [], { from: date, to: date, ...terms }).filter(
    ({ reason }) => reason === null,
  )
}
const slotsOn = (schedule: ScheduleRules, date: LocalDate) =>
  departuresOf(schedule, date).flatMap(({ time }) => time ?? [])

/**
 * The first day from `date` on with a departure; `date` itself where a week has none. A past trip whose next departure
 * is not over was on the one before.
 */
export function departingDay(schedule: ScheduleRules, date: LocalDate, today: LocalDate): LocalDate {
  const week = Array.from({ length: 7 }, (_, days) => days)
  const later = week.map((days) => addDays(date, days))
  const days = date < today ? [...later.filter((day) => day < today), ...week.map((n) => addDays(date, -n))] : later
  return days.find((day) => departuresOf(schedule, day).length > 0) ?? date
}

const pickups = [
  'Rove Downtown Dubai',
  'Al Khoory Hotel, Deira',
  'Dubai International Airport, Terminal 3',
  'Marina Byblos',
]
const airlines = ['IndiGo', 'Air India Express', 'Emirates', 'flydubai'] as const

type Trip = { readonly date: LocalDate; readonly stayDays: number; readonly n: number }

const indian = { nationality: 'IN', residence: 'IN' }

/** Answers to the kind's own booking fields. */
function detailsFor(
  kind: string,
  person: Person,
  party: Party,
  facts: Trip & { readonly documents?: string },
): Record<string, unknown> {
  const { n, documents } = facts
  if (kind === 'visa' && documents === 'missing') return { booking_option: 'pay_now', ...indian }
  if (kind === 'visa')
    return { booking_option: 'fill_and_pay', ...indian, travellers: travellers(person, party, facts) }
  if (kind === 'transfer') return { dropoff_location: 'JBR, The Walk', ...(n % 2 && { flight_number: `EK${500 + n}` }) }
  if (kind !== 'ok_to_board') return {}
  return {
    passenger_name: person.name,
    passport_number: passport(n),
    nationality: 'IN',
    flight_number: `6E${1400 + n}`,
    airline: airlines[n % airlines.length],
    pnr: `Q${String(7 * n + 311)}ZT`.slice(0, 6),
    acknowledge_short_notice: true,
  }
}

const passport = (n: number) => `Z${String(4_100_000 + 7_919 * n).slice(-7)}`

function travellers(person: Person, party: Party, { date, stayDays, n }: Trip): Record<string, unknown>[] {
  const family = person.name.split(' ').at(-1) ?? lastNames[0]
  const entry = (type: 'adult' | 'child', place: number) => ({
    traveler_type: type,
    full_name: place === 0 ? person.name : `${['Sana', 'Kabir', 'Leela', 'Adil', 'Maya'][(n + place) % 5]} ${family}`,
    passport_number: passport(31 * n + place),
    passport_expiry: addDays(date, 1200 + 13 * n),
    date_of_birth:
      type === 'adult' ? `${1968 + ((3 * n + place) % 34)}-0${1 + (n % 9)}-14` : addDays(date, -2600 - 40 * place),
    tentative_arrival_date: date,
    tentative_departure_date: addDays(date, stayDays),
  })
  return [
    ...Array.from({ length: party.adults }, (_, place) => entry('adult', place)),
    ...Array.from({ length: party.children }, (_, place) => entry('child', party.adults + place)),
  ]
}
