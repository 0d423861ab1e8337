import type { SeedService, SeedTranslations } from '../kind.ts'
import { withPractical } from '../shared/seed-practical.ts'
import { practicalOfTransfer } from './seed-practical.ts'
import ar from './seed-translations/ar.json' with { type: 'json' }
import hi from './seed-translations/hi.json' with { type: 'json' }
import ur from './seed-translations/ur.json' with { type: 'json' }

const always = [
  'Driver with your name at the door or in arrivals',
  'Price for the whole vehicle',
  'Tolls and parking included',
]
const freeUntilDayBefore = [{ days: 1, percent: 100 }]
const comfort = ['Air conditioning', 'Bottled water', 'Phone charger']

const transfers: readonly SeedService[] = [
  {
    slug: 'dubai-airport-to-city',
    title: 'Dubai Airport to City',
    summary: 'A private car from any terminal of Dubai International to your address in the city.',
    isFeatured: true,
    trending: true,
    featuredImage: 'transfer-1',
    details: {
      transfer_type: 'Airport Transfer',
      vehicle_type: 'Sedan',
      description: 'From DXB to hotels and homes in Dubai.',
      overview:
        'Your driver follows the flight and waits in arrivals with your name. An hour of waiting after landing is included. Child seats are free; tell us how many.',
      cancellation_terms: freeUntilDayBefore,
      base_price: 15_000,
      offers_return: true,
      return_price: 28_000,
      max_passengers: 4,
      distance_km: 22,
      duration_minutes: 45,
      pickup_locations: ['Dubai International Airport, Terminal 1', 'Terminal 2', 'Terminal 3'],
      dropoff_locations: ['Downtown Dubai', 'Deira', 'Bur Dubai', 'Business Bay', 'Jumeirah'],
      features: [...always, 'An hour of waiting after landing'],
      amenities: comfort,
      instant_confirmation: true,
      image_urls: ['transfer-1', 'flight-1'],
    },
  },
  {
    slug: 'dubai-to-abu-dhabi',
    title: 'Dubai to Abu Dhabi',
    summary: 'Door to door between the two cities in a six-seater, at the hour you choose.',
    isFeatured: true,
    featuredImage: 'transfer-4',
    details: {
      transfer_type: 'City Transfer',
      vehicle_type: 'SUV',
      description: 'Between any two addresses in Dubai and Abu Dhabi.',
      overview:
        'About an hour and a half on the E11. A short stop on the way is free; longer ones are agreed with the driver.',
      cancellation_terms: freeUntilDayBefore,
      base_price: 30_000,
      offers_return: true,
      max_passengers: 6,
      distance_km: 140,
      duration_minutes: 90,
      pickup_locations: ['Dubai, any address'],
      dropoff_locations: ['Abu Dhabi, any address', 'Yas Island', 'Zayed International Airport'],
      features: [...always, 'One short stop on the way'],
      amenities: comfort,
      instant_confirmation: true,
      image_urls: ['transfer-4', 'transfer-2', 'mosque-1'],
    },
  },
  {
    slug: 'airport-to-palm-and-marina-hotels',
    title: 'Airport to Palm and Marina Hotels',
    summary: 'A family van from the airport to the hotels of the Palm, the Marina and JBR.',
    trending: true,
    featuredImage: 'transfer-5',
    details: {
      transfer_type: 'Hotel Transfer',
      vehicle_type: 'Family van',
      description: 'Room for seven people and as many suitcases.',
      overview: 'The van takes pushchairs and folded wheelchairs. Your driver helps with the bags up to the reception.',
      cancellation_terms: freeUntilDayBefore,
      base_price: 22_000,
      offers_return: true,
      return_price: 40_000,
      max_passengers: 7,
      distance_km: 38,
      duration_minutes: 50,
      pickup_locations: ['Dubai International Airport, any terminal'],
      dropoff_locations: ['Palm Jumeirah hotels', 'Dubai Marina hotels', 'JBR hotels'],
      features: [...always, 'Child seats free of charge'],
      amenities: [...comfort, 'Wi-Fi'],
      instant_confirmation: true,
      image_urls: ['transfer-5', 'palm-1'],
    },
  },
  {
    slug: 'abu-dhabi-airport-to-dubai',
    title: 'Abu Dhabi Airport to Dubai',
    summary: 'From Zayed International Airport to any address in Dubai, with flight tracking.',
    featuredImage: 'transfer-6',
    details: {
      transfer_type: 'Airport Transfer',
      vehicle_type: 'Sedan',
      description: 'The comfortable end of a cheap flight.',
      overview:
        'The fare is a base price and a price per kilometre, and it is fixed when you book, whatever the traffic.',
      cancellation_terms: freeUntilDayBefore,
      base_price: 12_000,
      offers_return: true,
      price_per_km: 150,
      max_passengers: 3,
      distance_km: 118,
      duration_minutes: 80,
      advance_booking_hours: 4,
      pickup_locations: ['Zayed International Airport, Terminal A'],
      dropoff_locations: ['Dubai, any address'],
      features: [...always, 'An hour of waiting after landing'],
      amenities: comfort,
      image_urls: ['transfer-6', 'flight-1'],
    },
  },
  {
    slug: 'dubai-to-sharjah-and-ajman',
    title: 'Dubai to Sharjah and Ajman',
    summary: 'A quick ride to the northern emirates, outside the rush hours.',
    featuredImage: 'transfer-7',
    details: {
      transfer_type: 'City Transfer',
      vehicle_type: 'Sedan',
      description: 'Between Dubai, Sharjah and Ajman.',
      overview:
        'We drive between 10:00 and 16:00, when the road is clear; at other times the metro and bus are faster.',
      cancellation_terms: freeUntilDayBefore,
      base_price: 13_000,
      max_passengers: 4,
      distance_km: 35,
      duration_minutes: 50,
      available_hours: { from: '10:00', to: '16:00' },
      pickup_locations: ['Dubai, any address'],
      dropoff_locations: ['Sharjah, any address', 'Ajman, any address'],
      features: always,
      amenities: comfort,
      image_urls: ['transfer-7', 'fort-1'],
    },
  },
  {
    slug: 'car-with-driver-for-half-a-day',
    title: 'Car with Driver for Half a Day',
    summary: 'Five hours with a driver who waits: meetings, shopping, family visits.',
    isFeatured: true,
    featuredImage: 'transfer-8',
    details: {
      transfer_type: 'City Transfer',
      vehicle_type: 'Executive sedan',
      description: 'A driver for five hours within Dubai.',
      overview: 'Tell the driver the stops as you go. Fuel, tolls and parking within Dubai are in the price.',
      cancellation_terms: freeUntilDayBefore,
      base_price: 10_000,
      price_per_hour: 9000,
      max_passengers: 3,
      duration_minutes: 300,
      advance_booking_hours: 6,
      available_hours: { from: '07:00', to: '22:00' },
      pickup_locations: ['Dubai, any address'],
      dropoff_locations: ['Dubai, any address'],
      features: ['As many stops as you like', 'Driver in business dress', 'Fuel, tolls and parking included'],
      amenities: [...comfort, 'Newspapers', 'Wi-Fi'],
      image_urls: ['transfer-8', 'skyline-4'],
    },
  },
]

/** The demo transfers; the first two are from the specification (C127). Amounts are in fils. */
export const seed: readonly SeedService[] = withPractical(transfers, practicalOfTransfer)

export const translations: SeedTranslations = { ar, hi, ur }
