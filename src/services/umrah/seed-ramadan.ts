import { addDays, type LocalDate } from '../../kernel/dates.ts'
import { hijriDay } from '../../kernel/hijri.ts'
import type { Details, SeedService } from '../kind.ts'

/** To the next 20 Ramadan for which there is time to get visas: the last ten nights begin that evening. */
function toLastTenNights(today: LocalDate): number {
  for (let days = 21; ; days++) {
    const { day, month } = hijriDay(addDays(today, days))
    if (month === 9 && day === 20) return days
  }
}

/** One group a year. */
export const ramadanJourney = ({ shared }: { readonly shared: Details }): SeedService => ({
  slug: 'ramadan-umrah-luxury',
  title: 'Umrah in Ramadan: Last Ten Nights',
  summary: 'The last ten nights beside the Haram, with iftar and suhoor in the hotel.',
  featuredImage: 'kaaba-2',
  groups: [
    { inDays: toLastTenNights, nights: 10, places: 16, travelMode: 'flight', carrier: 'Saudia SV 773, back SV 772' },
  ],
  details: {
    ...shared,
    group_departures_only: true,
    on_request: true,
    short_description: 'The last ten nights of Ramadan beside the Haram.',
    description:
      'Rooms in a hotel in Makkah that opens on the courtyard of the Haram, iftar and suhoor served when you return from prayer, and a leader who knows the quiet ways in when the crowds are large. Places are few and are confirmed by hand.',
    price: 495_000,
    discount_price: 465_000,
    duration_days: 11,
    duration_nights: 10,
    departure_city: 'Mumbai',
    location: 'Makkah',
    hotel_category: 'Luxury',
    transportation_type: 'Flight',
    group_size_min: 1,
    group_size_max: 16,
    includes: [
      'Return flights from Mumbai',
      '10 nights with iftar and suhoor',
      'Saudi visa',
      'Private transfers',
      'Group leader',
    ],
    excludes: ['Personal expenses', 'Travel insurance'],
    pickup_points: ['Mumbai Airport, Terminal 2'],
    special_notes: 'Dates follow the moon and may move by a day.',
    itinerary: [],
  },
})
