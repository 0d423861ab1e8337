/** The demo agency's bookings: one story for each state of a booking and its payment. */
export type Gateway = 'bank_transfer' | 'cash_on_arrival' | 'sandbox_card'

export type Story = {
  readonly name: string
  /** How many bookings have this story. */
  readonly count: number
  /** Hours since the booking was made, for the first and the last of them. */
  readonly age: readonly [number, number]
  /** Days from today to the travel date; negative for past trips. */
  readonly travel: readonly [number, number]
  readonly gateway: Gateway | null
  readonly booking: 'pending' | 'confirmed' | 'cancelled' | 'completed'
  readonly payment: 'pending' | 'completed' | 'failed' | 'refunded'
  /** Only items that are (not) confirmed automatically after payment. */
  readonly isInstant?: boolean
  /** Only these kinds. */
  readonly kinds?: readonly string[]
  /** Travellers' documents: none uploaded yet, all uploaded, or the visa issued. */
  readonly documents?: 'missing' | 'received' | 'issued'
  /** Only the first item of each kind. */
  readonly isOfFirst?: boolean
  readonly proof?: 'waiting' | 'requested' | 'approved' | 'rejected'
  readonly ending?: 'expired' | 'cancelled'
  readonly reason?: string
  /** Percent of the paid amount. */
  readonly refunded?: number
  /** Only this item. */
  readonly slug?: string
  /** Who has arrived at today's departure. */
  readonly arrived?: 'all' | 'half'
}

const paidByCard = { gateway: 'sandbox_card', booking: 'confirmed', payment: 'completed' } as const
const travelled = { gateway: 'sandbox_card', booking: 'completed', payment: 'completed' } as const
const refunded = { gateway: 'sandbox_card', booking: 'cancelled', payment: 'refunded', ending: 'cancelled' } as const
const byTransfer = { gateway: 'bank_transfer', booking: 'pending', payment: 'pending' } as const
const transferred = { gateway: 'bank_transfer', booking: 'confirmed', payment: 'completed', proof: 'approved' } as const
const inCash = { gateway: 'cash_on_arrival', booking: 'pending', payment: 'pending' } as const
const unpaid = { gateway: null, booking: 'pending', payment: 'pending' } as const
const givenUp = { gateway: null, booking: 'cancelled', payment: 'pending' } as const

/** All at one departure, which is half checked in. */
const today = { travel: [0, 0], slug: 'abu-dhabi-day-with-sheikh-zayed-grand-mosque' } as const

/** Closes the other tour of the boat on that day. */
const onBoat = { travel: [16, 16], slug: 'musandam-dhow-and-snorkelling-day' } as const

/** The first group departure, which is nearly full. */
const group = { travel: [24, 24], slug: 'umrah-groups-from-dubai' } as const

export const stories: readonly Story[] = [
  { name: 'just booked', count: 7, age: [1, 30], travel: [6, 40], ...unpaid },
  { name: 'transfer announced', count: 3, age: [4, 36], travel: [10, 45], ...byTransfer },
  { name: 'proof to check', count: 4, age: [3, 40], travel: [9, 50], ...byTransfer, proof: 'waiting' },
  { name: 'new proof requested', count: 1, age: [50, 50], travel: [20, 20], ...byTransfer, proof: 'requested' },
  { name: 'pays on arrival, unconfirmed', count: 2, age: [8, 30], travel: [5, 14], ...inCash, isInstant: false },
  {
    name: 'pays on arrival',
    count: 3,
    age: [20, 70],
    travel: [3, 12],
    ...inCash,
    booking: 'confirmed',
    isInstant: true,
  },
  {
    name: 'card declined',
    count: 3,
    age: [2, 20],
    travel: [8, 25],
    gateway: 'sandbox_card',
    booking: 'pending',
    payment: 'failed',
  },
  {
    name: 'paid, in progress',
    count: 5,
    age: [5, 90],
    travel: [12, 60],
    ...paidByCard,
    booking: 'pending',
    isInstant: false,
  },
  { name: 'paid and confirmed', count: 8, age: [10, 300], travel: [2, 50], ...paidByCard },
  { name: 'transfer approved', count: 3, age: [60, 260], travel: [7, 45], ...transferred },
  { name: 'travelled', count: 6, age: [700, 1900], travel: [-24, -3], ...travelled },
  {
    name: 'travelled, paid in cash',
    count: 3,
    age: [600, 1300],
    travel: [-20, -4],
    ...inCash,
    booking: 'completed',
    payment: 'completed',
    isInstant: true,
  },
  { name: 'not paid in time', count: 3, age: [200, 900], travel: [5, 20], ...givenUp, ending: 'expired' },
  {
    name: 'cancelled unpaid',
    count: 2,
    age: [60, 400],
    travel: [9, 30],
    ...givenUp,
    ending: 'cancelled',
    reason: 'The guest chose another date',
  },
  {
    name: 'transfer rejected',
    count: 2,
    age: [90, 500],
    travel: [8, 20],
    ...byTransfer,
    booking: 'cancelled',
    payment: 'failed',
    proof: 'rejected',
    ending: 'cancelled',
    reason: 'The transfer did not arrive',
  },
  {
    name: 'cancelled and refunded',
    count: 3,
    age: [200, 800],
    travel: [4, 30],
    ...refunded,
    reason: 'Flight cancelled by the airline',
    refunded: 100,
  },
  {
    name: 'cancelled late, half refunded',
    count: 1,
    age: [320, 320],
    travel: [3, 3],
    ...refunded,
    reason: 'Cancelled by the guest 20 days before departure',
    refunded: 50,
  },
  { name: 'travelled in autumn', count: 21, age: [1100, 1950], travel: [-42, -8], ...travelled, isOfFirst: true },
  // At the end, so that the stories above keep their numbers.
  {
    name: 'visa paid, documents to come',
    count: 3,
    age: [6, 70],
    travel: [24, 52],
    ...paidByCard,
    booking: 'pending',
    kinds: ['visa'],
    documents: 'missing',
  },
  {
    name: 'clearance transferred, documents to come',
    count: 1,
    age: [30, 30],
    travel: [9, 9],
    ...transferred,
    kinds: ['ok_to_board'],
    documents: 'missing',
  },
  {
    name: 'visa transferred, documents to check',
    count: 1,
    age: [55, 55],
    travel: [30, 30],
    ...transferred,
    kinds: ['visa'],
    documents: 'received',
  },
  {
    name: 'visa issued',
    count: 2,
    age: [150, 320],
    travel: [12, 26],
    ...paidByCard,
    kinds: ['visa'],
    documents: 'issued',
  },
  { name: 'travels today, has arrived', count: 3, age: [60, 200], ...today, ...paidByCard, arrived: 'all' },
  { name: 'travels today, half has arrived', count: 1, age: [90, 90], ...today, ...paidByCard, arrived: 'half' },
  { name: 'travels today, not there yet', count: 3, age: [40, 150], ...today, ...paidByCard },
  { name: 'travels today, pays on arrival', count: 1, age: [30, 30], ...today, ...inCash, booking: 'confirmed' },
  { name: 'in the group, transferred', count: 10, age: [80, 400], ...group, ...transferred },
  { name: 'in the group, paid by card', count: 2, age: [30, 70], ...group, ...paidByCard },
  { name: 'in the group, transfer announced', count: 1, age: [5, 5], ...group, ...byTransfer },
  { name: 'on the boat', count: 1, age: [45, 45], ...onBoat, ...paidByCard },
]
