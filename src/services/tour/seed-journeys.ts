import type { SeedService } from '../kind.ts'

const freeUntilDayBefore = {
  cancellation_policy:
    'Cancel up to the day before the start for a full refund. Later cancellations and no-shows are charged in full.',
  cancellation_terms: [{ days: 1, percent: 100 }],
}
const freeUntilTwoDaysBefore = {
  cancellation_policy:
    'Cancel up to two days before the start for a full refund, up to the day before for half. Later cancellations are charged in full.',
  cancellation_terms: [
    { days: 2, percent: 100 },
    { days: 1, percent: 50 },
  ],
}
const pickupTerms =
  'Pickup is from hotels and homes in Dubai. Please be in the lobby 15 minutes before the time; the driver waits 10 minutes.'

export const journeys: readonly SeedService[] = [
  {
    slug: 'evening-desert-safari-with-bbq-dinner',
    title: 'Evening Desert Safari with BBQ Dinner',
    summary: 'Dune drive, sunset over the red sand, and a grilled dinner under the stars at a desert camp.',
    isFeatured: true,
    trending: true,
    featuredImage: 'desert-2',
    details: {
      location: 'Lahbab Desert, Dubai',
      duration: '6 hours',
      category: 'Desert',
      languages: ['English', 'Hindi', 'Arabic'],
      description: 'The classic Dubai evening: red dunes, a slow sunset and dinner in the open.',
      overview:
        'A 4x4 fetches you in the early afternoon and leaves the road at Lahbab, where the sand is the colour of brick. After half an hour on the dunes you stop on a high ridge for the sunset, and for as many photographs as you like.\n\nThe camp lies in a hollow out of the wind. There is time for a camel ride, henna and tea before the grill is ready: chicken, lamb, vegetables, fresh bread and salads, all halal. A tanoura dancer and a fire show close the evening, and you are back at your hotel by about half past nine.',
      price_adult: 5500,
      price_child: 4500,
      price_infant: 0,
      highlights: [
        'Half an hour of dune driving with a licensed desert driver',
        'Sunset stop on a ridge of the red dunes',
        'Halal barbecue with vegetarian dishes',
        'Short camel ride, henna and Arabic coffee',
      ],
      whats_included: [
        'Pickup and return in a shared 4x4',
        'Dune drive and sunset stop',
        'Barbecue dinner, water, tea and coffee',
        'Camel ride, henna and the evening programme',
      ],
      exclusions: ['Quad bikes and buggies, which can be hired at the camp', 'Tips'],
      itinerary: [
        {
          title: 'Dunes, sunset and dinner',
          description:
            'Pickup from 14:30, arrival at the dunes about an hour later. Dune drive, sunset stop, camp activities and dinner. Return between 21:00 and 21:30.',
        },
      ],
      ...freeUntilDayBefore,
      terms_conditions: `${pickupTerms} The dune drive is not suitable for pregnant guests, for people with back or heart trouble, or for children under 3, who go to the camp by road.`,
      gallery_images: ['desert-2', 'desert-5', 'desert-1', 'desert-3'],
      time_slots: ['14:30', '15:00', '15:30'],
      slot_capacity: 36,
      advance_booking_hours: 4,
    },
  },
  {
    slug: 'sunrise-desert-drive-and-breakfast',
    title: 'Sunrise Desert Drive and Breakfast',
    summary: 'Leave in the dark, watch the dunes turn gold, and eat a Bedouin breakfast before the heat.',
    featuredImage: 'desert-6',
    details: {
      location: 'Al Marmoom, Dubai',
      duration: '5 hours',
      category: 'Desert',
      languages: ['English', 'Hindi'],
      description: 'The quiet hour of the desert, with oryx tracks and no crowds.',
      overview:
        'An hour before dawn the desert is cool and completely still. Your guide drives slowly through the Al Marmoom reserve, where gazelles and Arabian oryx come out to graze, and finds a ridge that faces east.\n\nBreakfast is laid on carpets: eggs with tomato, warm bread, dates, labneh and honey, with karak tea. A falconer joins us on most mornings from October to April. You are back in town before ten.',
      price_adult: 6900,
      price_child: 5500,
      price_infant: null,
      highlights: ['Sunrise from an empty ridge', 'Wildlife drive in a reserve', 'Bedouin breakfast on the sand'],
      whats_included: ['Pickup and return', 'Reserve fees', 'Breakfast, water and tea', 'Guide'],
      exclusions: ['Tips', 'Falconry on days when the falconer does not come'],
      itinerary: [
        { title: 'Before the heat', description: 'Pickup at 05:00 or 05:30, sunrise, breakfast, return by 10:00.' },
      ],
      ...freeUntilDayBefore,
      terms_conditions: `${pickupTerms} Bring a warm layer from November to February.`,
      gallery_images: ['desert-6', 'desert-1', 'desert-5'],
      time_slots: ['05:00', '05:30'],
      slot_capacity: 18,
      advance_booking_hours: 12,
    },
  },
  {
    slug: 'abu-dhabi-day-with-sheikh-zayed-grand-mosque',
    title: 'Abu Dhabi Day with Sheikh Zayed Grand Mosque',
    summary: 'The white mosque, the Corniche and the Heritage Village, with an unhurried lunch in between.',
    isFeatured: true,
    trending: true,
    featuredImage: 'mosque-1',
    details: {
      location: 'Abu Dhabi',
      duration: '9 hours',
      category: 'Day trip',
      languages: ['English', 'Hindi', 'Urdu', 'Arabic'],
      description: 'The capital in a day, from Dubai and back.',
      overview:
        'The drive along the coast takes about ninety minutes. We reach the Sheikh Zayed Grand Mosque when the marble is brightest, and your guide explains the courtyard, the hand-knotted carpet and the calligraphy. There is time to pray.\n\nAfter lunch we follow the Corniche to the Heritage Village, with its wind tower and its view of the skyline, and stop at the date market before the road home.',
      price_adult: 7500,
      price_child: 5900,
      price_infant: 0,
      highlights: [
        'Guided visit of the Sheikh Zayed Grand Mosque',
        'Corniche and Heritage Village',
        'Dates of a dozen kinds at the market',
      ],
      whats_included: [
        'Pickup and return in an air-conditioned coach',
        'Licensed guide',
        'Mosque registration',
        'Water',
      ],
      exclusions: ['Lunch', 'Tips'],
      itinerary: [
        {
          title: 'To the capital and back',
          description:
            'Pickup from 08:00. Grand Mosque from about 10:00, lunch stop at 12:30, Corniche and Heritage Village, date market. Return by 17:30.',
        },
      ],
      ...freeUntilDayBefore,
      terms_conditions: `${pickupTerms} The mosque asks for long, loose clothing that covers arms and legs, and a headscarf for women. On Fridays the visit starts after the midday prayer.`,
      gallery_images: ['mosque-1', 'mosque-2', 'museum-3'],
      time_slots: ['08:00'],
      slot_capacity: 40,
      advance_booking_hours: 12,
    },
  },
  {
    slug: 'musandam-dhow-and-snorkelling-day',
    title: 'Musandam Dhow and Snorkelling Day',
    summary: 'Fjords of the Arabian Peninsula by wooden dhow, with snorkelling, lunch and a chance of dolphins.',
    featuredImage: 'fjord-1',
    details: {
      location: 'Dibba, Musandam',
      duration: '11 hours',
      category: 'Sea',
      languages: ['English', 'Hindi'],
      description: 'Limestone cliffs, clear water and a slow wooden boat.',
      overview:
        'North of Dibba the mountains fall straight into the sea. The dhow follows the cliffs past fishing villages that can only be reached by water, and anchors twice in sheltered bays for swimming and snorkelling.\n\nLunch is cooked on board. Dolphins are seen on many days, though nobody can promise them. The shaded upper deck has carpets and cushions for those who would rather read.',
      price_adult: 8900,
      price_child: 6500,
      price_infant: null,
      highlights: ['Full day on a traditional dhow', 'Two swimming and snorkelling stops', 'Lunch cooked on board'],
      whats_included: [
        'Pickup and return',
        'Dhow trip',
        'Snorkelling gear and life jackets',
        'Lunch, fruit and drinks',
      ],
      exclusions: ['Border permit for some nationalities', 'Towels', 'Tips'],
      itinerary: [
        {
          title: 'Along the cliffs',
          description:
            'Pickup from 07:00, boarding at 09:30, two stops, lunch on board, harbour at 16:00, return by 18:30.',
        },
      ],
      ...freeUntilTwoDaysBefore,
      terms_conditions:
        'Send us a copy of your passport two days before, for the boat permit. Trips are moved to another day or refunded when the harbour is closed for weather.',
      gallery_images: ['fjord-1', 'palm-3', 'aquarium-1'],
      time_slots: ['07:00'],
      slot_capacity: 30,
      advance_booking_hours: 48,
      instant_confirmation: false,
    },
  },
  {
    slug: 'hatta-mountains-and-kayak-day',
    title: 'Hatta Mountains and Kayak Day',
    summary: 'Mountain roads, a turquoise lake to paddle on, and the old watchtowers of Hatta.',
    featuredImage: 'mountain-1',
    details: {
      location: 'Hatta',
      duration: '8 hours',
      category: 'Day trip',
      languages: ['English', 'Hindi'],
      description: 'Cooler air and brown mountains, an hour and a half from the towers.',
      overview:
        'Hatta lies in the Hajar mountains, and the road there is half the pleasure. We stop at a fruit market on the way and reach the dam in time for an hour of kayaking on still, green water.\n\nAfter a simple Emirati lunch we walk up to the twin watchtowers and through the heritage village with its mud-brick houses and falaj channels.',
      price_adult: 8500,
      price_child: 6900,
      price_infant: null,
      highlights: ['An hour on the lake by kayak', 'Emirati lunch', 'Watchtowers and heritage village'],
      whats_included: ['Pickup and return', 'Kayak hire and life jacket', 'Lunch', 'Guide'],
      exclusions: ['Pedal boats and zip line', 'Tips'],
      itinerary: [
        {
          title: 'To the mountains',
          description: 'Pickup from 08:00, kayaks at 10:30, lunch, heritage village, return by 16:30.',
        },
      ],
      ...freeUntilDayBefore,
      terms_conditions: `${pickupTerms} Children share a double kayak with an adult. Bring a change of clothes.`,
      gallery_images: ['mountain-1', 'fort-1', 'transfer-2'],
      time_slots: ['08:00'],
      slot_capacity: 20,
      advance_booking_hours: 12,
    },
  },
  {
    slug: 'al-ain-oasis-and-forts',
    title: 'Al Ain: Oasis, Forts and Camel Market',
    summary: 'Shaded date gardens, mud-brick forts and a working camel market in the garden city.',
    featuredImage: 'fort-1',
    details: {
      location: 'Al Ain',
      duration: '9 hours',
      category: 'Day trip',
      languages: ['English', 'Arabic'],
      description: 'The UNESCO-listed oasis and the forts that guarded its water.',
      overview:
        'Al Ain grew around springs, and its oasis still works as it did centuries ago: channels share the water among thousands of date palms. We walk its shaded lanes in the morning, then visit Al Jahili Fort and the palace museum.\n\nThe camel market is busy, loud and friendly. From Jebel Hafeet, on clear afternoons, the view reaches far into the Empty Quarter.',
      price_adult: 8200,
      price_child: 6200,
      price_infant: 0,
      highlights: [
        'Walk in the date palm oasis',
        'Al Jahili Fort and palace museum',
        'Camel market',
        'Jebel Hafeet viewpoint',
      ],
      whats_included: ['Pickup and return', 'Guide', 'Museum entry', 'Water and dates'],
      exclusions: ['Lunch', 'Tips'],
      itinerary: [
        {
          title: 'The garden city',
          description: 'Pickup from 08:00, oasis and fort before noon, camel market, Jebel Hafeet, return by 17:30.',
        },
      ],
      ...freeUntilDayBefore,
      terms_conditions: pickupTerms,
      gallery_images: ['fort-1', 'fort-3', 'desert-1'],
      time_slots: ['08:00'],
      slot_capacity: 24,
      advance_booking_hours: 12,
    },
  },
  {
    slug: 'jebel-jais-mountain-sunrise',
    title: 'Jebel Jais Mountain Sunrise',
    summary: 'Breakfast on the highest road of the Emirates, as the sun comes up over the mountains.',
    status: 'inactive',
    featuredImage: 'mountain-3',
    details: {
      location: 'Ras Al Khaimah',
      duration: '8 hours',
      category: 'Day trip',
      languages: ['English'],
      description: 'Paused while the viewing deck is rebuilt.',
      overview:
        'Hairpins in the dark, then first light on the highest ridge of the country, with breakfast from a hamper.',
      price_adult: 9500,
      price_child: 7500,
      price_infant: null,
      highlights: ['Sunrise at almost 1,500 metres', 'Breakfast hamper'],
      whats_included: ['Pickup and return', 'Breakfast', 'Guide'],
      exclusions: ['Zip line', 'Tips'],
      itinerary: [{ title: 'Up and down', description: 'Pickup at 03:30, sunrise, breakfast, return by 11:30.' }],
      ...freeUntilTwoDaysBefore,
      terms_conditions: pickupTerms,
      gallery_images: ['mountain-3', 'desert-4'],
      time_slots: ['03:30'],
      advance_booking_hours: 24,
    },
  },
]
