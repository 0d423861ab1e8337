import type { Practical } from '../shared/seed-practical.ts'

const sunAndWater = ['Sunglasses and a hat', 'Sunscreen']
const lateForPickup = [
  'What if I am late for the pickup?',
  'The driver waits 10 minutes. Please be in the lobby 15 minutes before the time.',
] as const
const byTheMarina = 'Marina Walk, on the water side of Dubai Marina Mall. Our staff hold a sign with our name.'
const marinaMall = '25.0764, 55.1403'

/** By the slug of the demo tour. */
export const practicalOfTours: Readonly<Record<string, Practical>> = {
  'evening-desert-safari-with-bbq-dinner': {
    bring: ['A light jacket for winter evenings', 'Shoes that may get sandy', ...sunAndWater],
    faq: [
      ['Is the food suitable for vegetarians?', 'Yes. The barbecue is halal, and there are vegetarian dishes.'],
      [
        'Can small children come?',
        'Yes. Children under 3 go to the camp by road, because the dune drive is not suitable for them.',
      ],
      lateForPickup,
    ],
  },
  'sunrise-desert-drive-and-breakfast': {
    bring: ['A warm layer from November to February', 'Closed shoes', 'A camera'],
    faq: [
      ['Will we see a falcon?', 'On most mornings from October to April. On other days the falconer does not come.'],
      ['When are we back in town?', 'Before ten in the morning.'],
      lateForPickup,
    ],
  },
  'abu-dhabi-day-with-sheikh-zayed-grand-mosque': {
    bring: ['Long, loose clothing that covers arms and legs', 'A headscarf for women', 'Money for lunch'],
    faq: [
      [
        'What should I wear in the mosque?',
        'Long, loose clothing that covers arms and legs. Women also wear a headscarf.',
      ],
      ['Is lunch included?', 'No. We stop for an unhurried lunch, which you pay on the spot.'],
      ['Does the tour run on Fridays?', 'Yes. On Fridays the visit to the mosque starts after the midday prayer.'],
    ],
  },
  'musandam-dhow-and-snorkelling-day': {
    bring: ['Your passport', 'Swimwear and a towel', ...sunAndWater],
    faq: [
      [
        'Why do you need a copy of my passport?',
        'The boat permit needs it. Please send it to us two days before the trip.',
      ],
      ['Do I need to bring snorkelling gear?', 'No. Snorkelling gear and life jackets are on board.'],
      ['What happens in bad weather?', 'When the harbour is closed, the trip is moved to another day or refunded.'],
    ],
  },
  'hatta-mountains-and-kayak-day': {
    bring: ['A change of clothes', 'Shoes that may get wet', ...sunAndWater],
    faq: [
      ['Do I need to know how to kayak?', 'No. The lake is still, and everyone wears a life jacket.'],
      ['Can children paddle?', 'Children share a double kayak with an adult.'],
      lateForPickup,
    ],
  },
  'al-ain-oasis-and-forts': {
    bring: ['Comfortable shoes', 'Money for lunch', ...sunAndWater],
    faq: [
      ['Is lunch included?', 'No. There is time for lunch, which you pay on the spot.'],
      ['Are the museum tickets included?', 'Yes, museum entry is in the price.'],
      lateForPickup,
    ],
  },
  'old-dubai-creek-souks-and-al-fahidi': {
    bring: ['Comfortable shoes', 'Cash for the souks', 'A hat'],
    faq: [
      ['How far do we walk?', 'About 3 km, on even ground.'],
      ['Is the boat across the Creek included?', 'Yes, the abra fare is in the price.'],
      lateForPickup,
    ],
  },
  'modern-dubai-marina-palm-and-burj-khalifa': {
    bring: ['A camera', ...sunAndWater],
    faq: [
      [
        'Do we go up the Burj Khalifa?',
        'The tour ends at the lake below it. You can add a ticket, which we time for you.',
      ],
      lateForPickup,
    ],
  },
  'marina-dhow-dinner-cruise': {
    bring: ['Your voucher, on the phone or printed', 'A light jacket for the open deck in winter'],
    meet: byTheMarina,
    at: marinaMall,
    faq: [
      ['When does boarding start?', '30 minutes before departure.'],
      ['Is the food halal?', 'Yes. The buffet is halal, with vegetarian dishes.'],
      ['Is there a pickup?', 'No. Please come to the meeting point by yourself.'],
    ],
  },
  'old-town-food-walk': {
    bring: ['Comfortable shoes', 'An empty stomach'],
    meet: 'Al Ghubaiba metro station, at the entrance on street level.',
    at: '25.2651, 55.2891',
    faq: [
      ['Is the food halal?', 'Yes, all of it. Vegetarians eat very well.'],
      ['I have an allergy. What should I do?', 'Tell us when you book, and the guide chooses other dishes for you.'],
      ['How far do we walk?', 'About 2 km, with seven stops to eat.'],
    ],
  },
  'sharjah-museums-and-heritage': {
    bring: ['Clothing that covers shoulders and knees', 'Comfortable shoes', 'Money for lunch'],
    faq: [['Are the museum tickets included?', 'Yes, museum entry is in the price.'], lateForPickup],
  },
  'yacht-morning-from-dubai-marina': {
    bring: ['Swimwear', ...sunAndWater],
    meet: byTheMarina,
    at: marinaMall,
    faq: [
      ['How many guests are on board?', 'You share the yacht with at most nine others.'],
      ['Are towels provided?', 'Yes. Towels and life jackets are on board.'],
      ['What if the sea is rough?', 'The captain may change the route for weather.'],
    ],
  },
  'dubai-by-night': {
    bring: ['A camera', 'A light jacket in winter'],
    faq: [
      ['Do we need entry tickets?', 'No. We see everything from outside; entry tickets are not part of the tour.'],
      lateForPickup,
    ],
  },
}
