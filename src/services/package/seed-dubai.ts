import type { SeedService } from '../kind.ts'

const cancellation = {
  cancellation_policy:
    'Free up to 14 days before arrival. 50% of the price from 13 to 7 days before. No refund after that.',
  cancellation_terms: [
    { days: 14, percent: 100 },
    { days: 7, percent: 50 },
  ],
}
const terms =
  'Prices are per adult sharing a double room. Children share the room with two adults. Check-in is from 15:00, check-out until 12:00. The tourism fee of the hotel is paid on the spot.'
const day = (title: string, description: string) => ({ title, description })

export const dubaiStays: readonly SeedService[] = [
  {
    slug: 'dubai-short-break',
    title: 'Dubai Short Break',
    summary: 'Four days for a first look: old town, new town, desert evening, and a free day for the beach.',
    isFeatured: true,
    trending: true,
    featuredImage: 'skyline-4',
    details: {
      location: 'Dubai',
      days: 4,
      nights: 3,
      category: 'City break',
      languages: ['English', 'Hindi'],
      description: 'The essentials of Dubai, with mornings to sleep in.',
      overview:
        'Three nights in a four-star hotel near the metro, airport transfers, and one outing a day. The third day is yours: the beach is twenty minutes away, and we gladly time tickets for whatever you want to see.',
      price_adult: 42_900,
      price_child: 27_900,
      price_infant: 0,
      highlights: ['Four-star hotel near the metro', 'Old and new Dubai with a guide', 'Desert evening with dinner'],
      whats_included: ['3 nights with breakfast', 'Airport transfers', 'City tour', 'Desert safari with dinner'],
      exclusions: ['Flights and visa', 'Meals not mentioned', 'Tourism fee'],
      itinerary: [
        day('Arrival', 'Transfer to the hotel. In the evening a walk by the fountain, if you like.'),
        day('Old and new Dubai', 'Creek, souks and Al Fahidi in the morning; Marina and Palm in the afternoon.'),
        day('A free day and the desert', 'The morning is yours. At half past two the desert safari starts.'),
        day('Departure', 'Breakfast, then transfer to the airport.'),
      ],
      ...cancellation,
      terms_conditions: terms,
      gallery_images: ['skyline-4', 'fort-2', 'desert-2', 'marina-1'],
    },
  },
  {
    slug: 'dubai-family-week',
    title: 'Dubai Family Week',
    summary: 'Seven easy days with a waterpark, an aquarium and a pool that the children will not want to leave.',
    isFeatured: true,
    trending: true,
    featuredImage: 'waterpark-1',
    details: {
      location: 'Dubai',
      days: 7,
      nights: 6,
      category: 'Family',
      languages: ['English', 'Hindi', 'Arabic'],
      description: 'Built around nap times, with one big thing a day.',
      overview:
        'A family room by the beach, half board, and tickets that are timed so that nobody stands in line at noon. Children under 12 eat from the buffet free of charge. Two afternoons are left open on purpose.',
      price_adult: 89_900,
      price_child: 49_900,
      price_infant: 0,
      highlights: ['Family room by the beach', 'Half board', 'Waterpark, aquarium and desert camp'],
      whats_included: [
        '6 nights with breakfast and dinner',
        'Airport transfers with child seats',
        'Waterpark and aquarium tickets',
        'Desert evening at a family camp',
      ],
      exclusions: ['Flights and visa', 'Lunches', 'Tourism fee'],
      itinerary: [
        day('Arrival', 'Transfer with child seats, early dinner, pool.'),
        day('Beach', 'Nothing planned. Buckets and spades are in the room.'),
        day('Waterpark', 'All day on the Palm, back for dinner.'),
        day('Old town by abra', 'A short walk, a boat across the Creek, an afternoon by the pool.'),
        day('Aquarium', 'Tunnel, penguins, and the fountain after dark.'),
        day('Desert camp', 'Camels, sandboarding and a barbecue. No dune driving with small children.'),
        day('Departure', 'Transfer to the airport.'),
      ],
      ...cancellation,
      terms_conditions: terms,
      gallery_images: ['waterpark-1', 'aquarium-1', 'palm-2', 'desert-3'],
    },
  },
  {
    slug: 'dubai-honeymoon',
    title: 'Dubai for Two',
    summary: 'Five days with a sea view, a private dinner in the dunes and a morning on a yacht.',
    featuredImage: 'palm-2',
    details: {
      location: 'Palm Jumeirah, Dubai',
      days: 5,
      nights: 4,
      category: 'Honeymoon',
      languages: ['English', 'Hindi'],
      description: 'Quiet, and only for two.',
      overview:
        'Four nights on Palm Jumeirah in a room that looks at the water. One evening a table is set in the dunes, away from the camps; one morning a small yacht takes you along the crescent.',
      price_adult: 119_900,
      price_child: null,
      price_infant: null,
      highlights: ['Sea-view room on the Palm', 'Private dinner in the dunes', 'Yacht morning with breakfast'],
      whats_included: ['4 nights with breakfast', 'Airport transfers', 'Desert dinner', 'Yacht morning'],
      exclusions: ['Flights and visa', 'Tourism fee'],
      itinerary: [
        day('Arrival', 'Transfer to the Palm, flowers in the room.'),
        day('The sea', 'Yacht morning with breakfast on deck; the afternoon is free.'),
        day('The desert', 'Late start. A table for two in the dunes at sunset.'),
        day('The city', 'Burj Khalifa at dusk, dinner by the fountain.'),
        day('Departure', 'Late check-out until 14:00.'),
      ],
      ...cancellation,
      terms_conditions: terms,
      gallery_images: ['palm-2', 'marina-2', 'desert-3', 'fountain-1'],
      instant_confirmation: false,
    },
  },
]
