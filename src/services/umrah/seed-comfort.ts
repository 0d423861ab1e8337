import type { Details, SeedService } from '../kind.ts'

interface Common {
  readonly weekly: (weekday: number, capacity: number, days: number) => Details
  readonly shared: Details
  readonly makkahDays: readonly Details[]
  readonly madinahDays: readonly Details[]
}

const familyPrices = { price: 126_000, discount_price: null, price_child: 89_000, price_infant: 25_000 }

export const comfortJourneys = ({ weekly, shared, makkahDays, madinahDays }: Common): readonly SeedService[] => [
  {
    slug: 'five-star-umrah-from-dubai',
    title: 'Five-Star Umrah from Dubai',
    summary: 'Five days with the Haram in view from your window, by plane and by the fast train.',
    isFeatured: true,
    trending: true,
    featuredImage: 'haram-3',
    details: {
      ...shared,
      ...weekly(3, 20, 7),
      short_description: 'Five days with the Haram in view, by plane and fast train.',
      description:
        'For those who have little time and want none of it lost. You fly on Wednesday, pray Friday at the Haram from a hotel that opens on the courtyard, take the fast train to Madinah, and are back at work on Monday.',
      price: 189_000,
      discount_price: 175_000,
      duration_days: 5,
      duration_nights: 4,
      departure_city: 'Dubai',
      hotel_category: '5-Star',
      transportation_type: 'Train',
      group_size_min: 1,
      group_size_max: 20,
      includes: [
        'Return flights from Dubai',
        '4 nights with breakfast and dinner',
        'Train from Makkah to Madinah',
        'Saudi visa',
        'Private transfers',
      ],
      excludes: ['Lunches', 'Personal expenses', 'Travel insurance'],
      pickup_points: ['Dubai Airport, Terminal 3'],
      special_notes: '',
      itinerary: [...makkahDays.slice(0, 3), ...madinahDays.slice(0, 1), ...madinahDays.slice(-1)],
    },
  },
  {
    slug: 'family-umrah-from-delhi',
    title: 'Family Umrah from Delhi',
    summary: 'Eight days with family rooms and short transfers. From four people.',
    isFeatured: true,
    featuredImage: 'medina-1',
    details: {
      ...shared,
      ...weekly(6, 30, 10),
      short_description: 'Eight days for families of four and more.',
      description:
        'Family rooms close to the Haram, a programme for children while parents pray, and a private coach for the group, so that nobody has to run.',
      ...familyPrices,
      duration_days: 8,
      duration_nights: 7,
      departure_city: 'Delhi',
      hotel_category: '4-Star',
      transportation_type: 'Private Bus',
      group_size_min: 4,
      group_size_max: 30,
      includes: [
        'Return flights from Delhi',
        '7 nights in family rooms with breakfast',
        'Saudi visa',
        'Private coach',
        'Children’s programme',
      ],
      excludes: ['Lunches and dinners', 'Personal expenses', 'Travel insurance'],
      pickup_points: ['Delhi Airport, Terminal 3'],
      special_notes: 'Pushchairs and cots can be borrowed.',
      itinerary: [...makkahDays, ...madinahDays],
    },
  },
]
