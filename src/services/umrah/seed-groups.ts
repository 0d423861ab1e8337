import type { Details, SeedService } from '../kind.ts'

interface Common {
  readonly shared: Details
  readonly makkahDays: readonly Details[]
  readonly madinahDays: readonly Details[]
}

const moreDays: readonly Details[] = [
  { title: 'Makkah', description: 'A free day for worship and rest.' },
  { title: 'Makkah', description: 'Prayers at the Haram, and a walk with the leader for those who wish.' },
  { title: 'Makkah', description: 'Prayers at the Haram, and time to pack.' },
]

/** Sold by group departures alone: three of them, one nearly full. */
export const groupJourney = ({ shared, makkahDays, madinahDays }: Common): SeedService => ({
  slug: 'umrah-groups-from-dubai',
  title: 'Umrah Groups from Dubai: Ten Nights',
  summary: 'Fixed groups with a leader, by plane or by coach. Choose the departure that suits you.',
  isFeatured: true,
  featuredImage: 'kaaba-1',
  groups: [
    { inDays: 24, nights: 10, places: 40, travelMode: 'flight', carrier: 'Saudia SV 551, back SV 550' },
    {
      ...{ inDays: 45, nights: 10, places: 40, travelMode: 'coach', carrier: 'Al Noor Coaches' },
      prices: { price: 89_000, price_child: 69_000, price_infant: 15_000 },
    },
    { inDays: 80, nights: 12, places: 30, travelMode: 'flight', carrier: 'flynas XY 202, back XY 201' },
  ],
  details: {
    ...shared,
    group_departures_only: true,
    on_request: true,
    short_description: 'Fixed groups with a leader, from Dubai and back.',
    description:
      'Each group has its own leader, a briefing in Dubai a week before, and hotels within ten minutes on foot of the Haram. Groups by coach travel at night and rest twice on the way.',
    price: 124_000,
    discount_price: null,
    price_child: 94_000,
    price_infant: 22_000,
    duration_days: 11,
    duration_nights: 10,
    departure_city: 'Dubai',
    hotel_category: '4-Star',
    transportation_type: 'Flight',
    group_size_min: 1,
    group_size_max: 20,
    includes: ['Return journey from Dubai', '10 nights with breakfast', 'Saudi visa', 'Group leader'],
    excludes: ['Lunches and dinners', 'Personal expenses', 'Travel insurance'],
    pickup_points: ['Dubai Airport, Terminal 1', 'Deira, Al Ghurair Centre'],
    special_notes: 'The leader carries a sign with our name at the pickup point.',
    itinerary: [...makkahDays, ...moreDays, ...madinahDays],
  },
})
