import type { Details, SeedService, SeedTranslations } from '../kind.ts'
import { withPractical } from '../shared/seed-practical.ts'
import { comfortJourneys } from './seed-comfort.ts'
import { groupJourney } from './seed-groups.ts'
import { practicalOfUmrah } from './seed-practical.ts'
import { ramadanJourney } from './seed-ramadan.ts'
import ar from './seed-translations/ar.json' with { type: 'json' }
import hi from './seed-translations/hi.json' with { type: 'json' }
import ur from './seed-translations/ur.json' with { type: 'json' }
import { templateCancellation, templateTerms } from './templates.ts'

const terms =
  'Passports must be valid for six months from departure. Women and men travel under the rules of the Saudi authorities in force on the day. Prices are per person in the room type named.'

const day = (title: string, description: string) => ({ title, description })
const makkahDays = [
  day(
    'Departure and Ihram',
    'Briefing at the airport, Ihram before the Miqat, arrival in Jeddah and transfer to Makkah.',
  ),
  day('Umrah', 'Tawaf, Sa’i and the cutting of the hair with the group leader, then rest.'),
  day('Makkah', 'Prayers at the Haram; in the evening a talk about the days ahead.'),
  day('Ziyarat in Makkah', 'Jabal al-Nour, Mina, Muzdalifah and Arafat by coach.'),
]
const madinahDays = [
  day('To Madinah', 'Farewell Tawaf for those who wish, transfer to Madinah.'),
  day('Madinah', 'Prayers at the Prophet’s Mosque and a visit to Rawdah as permits allow.'),
  day('Ziyarat in Madinah', 'Quba, Qiblatain and the field of Uhud.'),
  day('Return', 'Transfer to the airport and flight home.'),
]

/** Groups leave once a week. Sale ends that many days before, because visas and meetings come first. */
const weekly = (weekday: number, capacity: number, days: number): Details => ({
  schedules: [{ starts: 'day', weekdays: [weekday], capacity, cut_off_hours: 24 * days }],
})

const shared: Details = {
  cancellation_policy: templateCancellation,
  cancellation_terms: templateTerms,
  terms_conditions: terms,
  location: 'Makkah and Madinah',
}

const journeys: readonly SeedService[] = [
  {
    slug: 'umrah-from-mumbai-ten-days',
    title: 'Umrah from Mumbai: Ten Days',
    summary: 'The journey most of our guests choose: direct flights, hotels within a walk, a leader from Mumbai.',
    isFeatured: true,
    trending: true,
    featuredImage: 'haram-1',
    details: {
      ...shared,
      ...weekly(7, 45, 10),
      short_description: 'The journey most of our guests choose, with a group leader from Mumbai.',
      description:
        'Ten days with direct flights from Mumbai. Six nights in Makkah, seven minutes on foot from the Haram, and three in Madinah. The group leader has led Umrah groups for fifteen years and speaks Urdu, Hindi and English.\n\nOne evening before departure we meet in Mumbai to go through the rites together.',
      price: 145_000,
      discount_price: 132_500,
      price_child: 110_000,
      price_infant: 30_000,
      duration_days: 10,
      duration_nights: 9,
      departure_city: 'Mumbai',
      hotel_category: '4-Star',
      transportation_type: 'Flight',
      group_size_min: 1,
      group_size_max: 45,
      includes: [
        'Return flights from Mumbai',
        '9 nights in shared rooms with breakfast and dinner',
        'Saudi visa',
        'Coach transfers and Ziyarat',
        'Group leader from Mumbai',
      ],
      excludes: ['Lunches', 'Personal expenses', 'Travel insurance'],
      pickup_points: ['Mumbai Airport, Terminal 2'],
      special_notes:
        'An evening of preparation takes place in Mumbai one week before departure. Families sit together.',
      itinerary: [
        ...makkahDays,
        day('Makkah', 'A free day for worship and rest.'),
        day('Makkah', 'Prayers at the Haram, and time for the markets around it.'),
        ...madinahDays,
      ],
    },
  },
  {
    slug: 'umrah-by-coach-from-dubai',
    title: 'Umrah by Coach from Dubai',
    summary: 'Seven days by comfortable coach, for residents of the Emirates who prefer the road.',
    featuredImage: 'transfer-9',
    details: {
      ...shared,
      ...weekly(4, 48, 4),
      short_description: 'Seven days by road, for residents of the Emirates.',
      description:
        'The coach leaves on Thursday evening and stops for every prayer. Hotels in Makkah and Madinah are simple and clean, with a shuttle to the Haram at every prayer time.',
      price: 42_000,
      discount_price: null,
      price_child: 32_000,
      price_infant: 9_000,
      duration_days: 7,
      duration_nights: 5,
      departure_city: 'Dubai',
      hotel_category: 'Standard',
      transportation_type: 'Bus',
      group_size_min: 1,
      group_size_max: 48,
      includes: [
        'Coach with two drivers',
        '5 nights in shared rooms',
        'Saudi visa for residents',
        'Shuttle to the Haram',
        'Group leader',
      ],
      excludes: ['Meals', 'Personal expenses', 'Travel insurance'],
      pickup_points: ['Deira, Al Ghurair Centre', 'Sharjah, Rolla Square', 'Abu Dhabi, Al Wahda Mall'],
      special_notes:
        'The road takes about twenty hours each way, with stops. We do not advise it for guests who cannot sit for long.',
      itinerary: [
        day('Departure', 'Evening departure, night on the road.'),
        {
          title: 'Miqat and Umrah',
          description: '',
          activities: ['Ihram at the Miqat', 'Arrival in Makkah', 'Tawaf, Sa’i and hair cutting'],
        },
        day('Makkah', 'Prayers at the Haram.'),
        day('Ziyarat', 'Places of the Hajj by coach.'),
        day('Madinah', 'Transfer to Madinah, Prophet’s Mosque.'),
        day('Ziyarat in Madinah', 'Quba and Uhud, departure in the evening.'),
        day('Arrival', 'Return to Dubai.'),
      ],
    },
  },
  {
    slug: 'umrah-from-hyderabad-fourteen-days',
    title: 'Umrah from Hyderabad: Fourteen Days',
    summary: 'Two unhurried weeks, with eight nights in Makkah and five in Madinah.',
    featuredImage: 'haram-2',
    details: {
      ...shared,
      ...weekly(2, 40, 10),
      short_description: 'Two unhurried weeks, with time for the forty prayers in Madinah for those who extend.',
      description:
        'Fourteen days for guests who do not want to count hours. Home-style Hyderabadi meals are cooked for the group, and older guests get rooms near the lifts.',
      price: 168_000,
      discount_price: 159_000,
      duration_days: 14,
      duration_nights: 13,
      departure_city: 'Hyderabad',
      hotel_category: '3-Star',
      transportation_type: 'Flight',
      group_size_min: 1,
      group_size_max: 40,
      includes: [
        'Return flights from Hyderabad',
        '13 nights with three meals a day',
        'Saudi visa',
        'All transfers and Ziyarat',
        'Group leader',
      ],
      excludes: ['Personal expenses', 'Travel insurance'],
      pickup_points: ['Hyderabad Airport'],
      special_notes: 'Wheelchairs are available on request.',
      itinerary: [
        ...makkahDays,
        day('Makkah', 'A free day for worship and rest.'),
        day('A second Umrah', 'By coach to the mosque of Aisha for Ihram, for those who wish.'),
        day('Makkah', 'The museum of the two holy mosques; evening at the Haram.'),
        day('Makkah', 'Prayers at the Haram, and time to pack.'),
        ...madinahDays.slice(0, 3),
        day('Madinah', 'A free day for worship and rest.'),
        day('Madinah', 'The date market in the morning, prayers at the Prophet’s Mosque.'),
        ...madinahDays.slice(3),
      ],
    },
  },
  ...comfortJourneys({ weekly, shared, makkahDays, madinahDays }),
  ramadanJourney({ shared }),
  groupJourney({ shared, makkahDays, madinahDays }),
]

/** The demo Umrah packages. Amounts are in US cents. */
export const seed: readonly SeedService[] = withPractical(journeys, practicalOfUmrah)

export const translations: SeedTranslations = { ar, hi, ur }
