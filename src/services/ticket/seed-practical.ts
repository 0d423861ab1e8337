import type { Practical } from '../shared/seed-practical.ts'

const phone = 'The ticket on your phone'
const printed = ['Do I have to print the ticket?', 'No. Show it on your phone at the gate.'] as const
const late = ['What if I arrive late?', 'Please arrive within 30 minutes of the hour that you chose.'] as const
const swim = [phone, 'Swimwear', 'A towel, or money to hire one']

/** By the slug of the demo ticket. */
export const practicalOfTickets: Readonly<Record<string, Practical>> = {
  'burj-khalifa-level-124-and-125': {
    bring: [phone, 'A camera'],
    meet: 'Dubai Mall, lower ground floor: the entrance to the observation deck.',
    at: '25.1975, 55.2793',
    faq: [
      printed,
      late,
      ['Does the ticket include level 148?', 'No. It is for the decks on levels 124 and 125.'],
      ['What is the best hour?', 'The hour before sunset is the most asked for.'],
    ],
  },
  'museum-of-the-future': {
    bring: [phone],
    meet: 'Museum of the Future, Sheikh Zayed Road, at the main entrance.',
    at: '25.2192, 55.2818',
    faq: [
      printed,
      ['How long does a visit take?', 'Plan two to three hours.'],
      ['Can I move the ticket to another day?', 'No. Tickets cannot be refunded or moved once they are issued.'],
    ],
  },
  'dubai-frame': {
    bring: [phone, 'A camera'],
    meet: 'Zabeel Park, at the gate beside the Frame.',
    at: '25.2354, 55.3004',
    faq: [printed, late, ['How long does a visit take?', 'Most visits take an hour.']],
  },
  'palm-waterpark-day-ticket': {
    bring: swim,
    meet: 'The main gate of the waterpark, at the top of Palm Jumeirah.',
    at: '25.1318, 55.119',
    faq: [
      printed,
      ['Are towels and lockers included?', 'No, both can be hired inside.'],
      ['May I wear modest swimwear?', 'Yes, on all slides.'],
      ['Is the beach included?', 'Yes, the private beach is part of the day.'],
    ],
  },
  'wadi-waterpark': {
    bring: swim,
    meet: 'The main gate of the waterpark, on Jumeirah beach.',
    at: '25.1396, 55.1886',
    faq: [printed, ['Are towels and lockers included?', 'No, both can be hired inside.']],
  },
  'louvre-abu-dhabi': {
    bring: [phone],
    meet: 'Louvre Abu Dhabi, Saadiyat Island, at the main entrance.',
    at: '24.5338, 54.3983',
    faq: [printed, late, ['Is the museum open every day?', 'It is closed on Mondays.']],
  },
  'mall-aquarium-and-underwater-zoo': {
    bring: [phone],
    meet: 'Dubai Mall, ground floor, beside the aquarium window.',
    at: '25.1975, 55.2793',
    faq: [printed, ['How long does a visit take?', 'The tunnel takes ten minutes or an hour, as you like.']],
  },
  'garden-of-flowers': {
    bring: [phone, 'A hat'],
    meet: 'The main gate of the garden, Al Barsha South.',
    at: '25.06, 55.2446',
    faq: [printed, ['When is the garden open?', 'From October to May.']],
  },
  'world-village-evening': {
    bring: [phone, 'Cash for the street food'],
    meet: 'Any gate of the village.',
    at: '25.0691, 55.3045',
    faq: [printed, ['Are the rides included?', 'No. Rides and food are paid inside.']],
  },
  'hop-on-hop-off-one-day': {
    bring: [phone, 'A hat for the open deck'],
    meet: 'Any stop of the three lines.',
    faq: [
      ['Where do I start?', 'At any stop. The day starts with your first ride.'],
      ['Are entry tickets included?', 'No. The pass is for the buses and their audio guide.'],
    ],
  },
}
