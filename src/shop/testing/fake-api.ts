// The contracts in memory, for page tests. Typed by them, so a change of a contract fails to compile here.

import { markedHtml, questionsOf } from '../../kernel/marked-text.ts'
import { type Money, money } from '../../kernel/money.ts'
import type { Profile } from '../../modules/account/contract.ts'
import type { BookingView } from '../../modules/booking/contract.ts'
import type { ServiceCard, ServiceDetail, ServiceList } from '../../modules/catalogue/contract.ts'
import type { Chrome, Home, Page } from '../../modules/content/contract.ts'
import { defaultPages } from '../../modules/content/default-pages.server.ts'
import type { PaymentPage } from '../../modules/payment/contract.ts'
import type { OwnReview, PublishedReview } from '../../modules/review/contract.ts'
import type { ShopApi } from '../client/api.ts'
import { papersOf } from './fake-papers.ts'
import { type SearchWorld, searchAndMessages } from './fake-search.ts'
import { fakeWishes } from './fake-wishes.ts'
import { cancel, stepOf } from './next-step.ts'
import { noDepartures } from './no-departures.ts'

const at = '2026-11-21T08:00:00.000Z'
const idOf = (n: number) => `0198c000-0000-7000-8000-${String(n).padStart(12, '0')}`
export const bookingId = idOf(900)
export const bookingToken = 'the-token-of-this-booking'

export const chromeOf = (more: Partial<Chrome> = {}): Chrome => ({
  siteTitle: 'Safar Travel House',
  siteLogo: null,
  siteDescription: 'Tours, visas and Umrah journeys.',
  contactEmail: 'support@safar.example',
  contactPhone: '+91 22 5550 0142',
  address: 'Office 12, Mumbai, India\nShop 4, Dubai, United Arab Emirates',
  businessHours: 'Monday to Saturday 9:00 AM to 8:00 PM IST',
  supportClaim: '24/7 Support',
  whatsapp: '912255500142',
  whatsappMessage: '',
  heroVideo: null,
  heroAudio: '/sounds/calm.wav',
  social: [],
  header: [],
  footer: [],
  displayCurrency: 'USD',
  convertPrices: true,
  ratesPerUsd: { USD: '1', AED: '3.67', EUR: '0.92', GBP: '0.79', INR: '86' },
  paymentNote: 'Your payment is secured with bank-level encryption',
  ...{ state: 'open', isNamed: true },
  seo: { title: '', description: '', keywords: '' },
  replyClaim: 'Email replies within 24 hours',
  claims: [],
  transferVerificationHours: 24,
  country: 'AE',
  ...{ timeZone: 'Asia/Dubai', place: 'Dubai' },
  languages: ['en'],
  themeColor: '#2563eb',
  pixel: null,
  ...{ isAdminSignUpOpen: true, sendsMail: true },
  isComplete: true,
  ...more,
})

const emptyHome = { sliders: [], featuredUmrah: [], trending: [], counts: {}, isComplete: true }

const tourDetails = {
  location: 'Lahbab Desert, Dubai',
  duration: '6 hours',
  category: 'tour',
  languages: ['English', 'Hindi'],
  description: 'Dunes and dinner.',
  overview: 'A drive over red dunes, then dinner in a camp.',
  price_adult: 5500,
  price_child: 4500,
  price_infant: 0,
  highlights: ['Dune drive'],
  whats_included: ['Dinner'],
  exclusions: ['Quad bike'],
  itinerary: [{ title: 'The desert', description: 'Pickup, drive, dinner.' }],
  cancellation_policy: '',
  terms_conditions: '',
  gallery_images: ['desert-1', 'desert-2'],
  video_url: '',
  instant_confirmation: true,
  free_cancellation: true,
  has_pickup: true,
  time_slots: [],
  slot_capacity: null,
  advance_booking_hours: 0,
}

export const cardOf = (more: Partial<ServiceCard> = {}): ServiceCard => ({
  id: idOf(1),
  kind: 'tour',
  slug: 'evening-desert-safari',
  href: '/tours/evening-desert-safari',
  title: 'Evening Desert Safari',
  summary: 'Dunes and dinner under the stars.',
  location: 'Lahbab Desert, Dubai',
  currency: 'USD',
  from: money(5500, 'USD'),
  was: null,
  unit: 'person',
  durationMinutes: 360,
  ...{ featured_image: 'desert-1', mark: null, is_featured: false },
  ...{ rating: 0, total_reviews: 0, availability: null },
  details: { duration: '6 hours', instant_confirmation: true, free_cancellation: true, has_pickup: true },
  ...more,
})

export const tourOf = (more: Partial<ServiceDetail> = {}): ServiceDetail => ({
  ...cardOf(),
  details: tourDetails,
  texts: {},
  images: ['desert-1', 'desert-2'],
  videoId: null,
  schedule: {
    dateRequired: true,
    timeRequired: true,
    slots: ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00'],
    hours: null,
    noticeMinutes: 0,
    timeZone: 'Asia/Dubai',
    ...{ hasPickup: true, hasWaitingList: true, capacity: null },
  },
  party: {
    adults: { min: 1, max: 50 },
    children: { max: 50, free: false },
    infants: { max: 50, free: true },
    together: null,
  },
  documents: [],
  terms: null,
  isInstant: true,
  ...{ seoTitle: null, seoDescription: null, similar: [] },
  status: 'active',
  is_active: true,
  created_at: at,
  updated_at: at,
  ...more,
})

const usd = (minor: number): Money => money(minor, 'USD')

export const bookingOf = (more: Partial<BookingView> = {}): BookingView => ({
  id: bookingId,
  booking_reference: 'TH0123456789',
  service_id: idOf(1),
  service_type: 'tour',
  service_title: 'Evening Desert Safari',
  service_href: '/tours/evening-desert-safari',
  customer_name: 'Aisha Khan',
  customer_email: 'aisha@example.com',
  customer_phone: '+919876543210',
  adults_count: 2,
  children_count: 1,
  infants_count: 0,
  currency: 'USD',
  price_lines: [
    { label: 'adult', quantity: 2, unit: usd(5500), total: usd(11_000) },
    { label: 'child', quantity: 1, unit: usd(4500), total: usd(4500) },
  ],
  base_amount: usd(15_500),
  discount_amount: usd(0),
  promo_code: null,
  tax_amount: usd(0),
  total_amount: usd(15_500),
  final_amount: usd(15_500),
  paid_amount: usd(0),
  refunded_amount: usd(0),
  travel_date: '2026-11-23',
  ...{ return_date: null, travel_mode: null, carrier: null, travel_time: '15:00' },
  time_zone: 'Asia/Dubai',
  ...{ selected_language: null, language: null, pickup_location: 'Hotel lobby' },
  ...{ has_pickup: true, meeting_point: null },
  ...{ trip_facts: [], return_leg: null },
  special_requests: null,
  ...{ details: {}, case_stage: null },
  ...{ next_step: stepOf('pay', { until: '2026-11-23T08:00:00.000Z' }), case_progress: null, cancel },
  cancellation: null,
  ...({ booking_status: 'pending', payment_status: 'pending' } as const),
  ...{ payment_checking: false, is_partly_refunded: false },
  payment_gateway: null,
  payment_method: null,
  ...{ payment_reference: null, awaits_agency: false },
  expires_at: '2026-11-23T08:00:00.000Z',
  ...{ hold: null, prepared_move: null, is_group_only: false },
  created_at: at,
  updated_at: at,
  timeline: [
    { event: 'booking-created', title: 'Booking Created', description: 'We have received your booking', at },
    {
      event: 'awaiting-confirmation',
      title: 'Awaiting Confirmation',
      description: "We're processing your booking",
      at: null,
    },
  ],
  issued_documents: [],
  ...{ move: { is_offered: true, obstacle: null, until: '2027-01-10', left: 3 }, version: 1 },
  ...more,
})

export const paymentOf = (more: Partial<PaymentPage> = {}): PaymentPage => ({
  bookingId,
  booking_reference: 'TH0123456789',
  summaryLabel: 'Tour Booking',
  service_type: 'tour',
  service_title: 'Evening Desert Safari',
  travel_date: '2026-12-14',
  ...{ return_date: null, travel_time: '15:00', time_zone: 'Asia/Dubai' },
  customer_name: 'Aisha Khan',
  customer_email: 'aisha@example.com',
  customer_phone: '+919876543210',
  amount: usd(15_500),
  booking_status: 'pending',
  payment_status: 'pending',
  ...{ isPayable: true, isChecking: false },
  ...{ hold: null, move: null, free_cancellation_until: null },
  methods: [
    {
      ...{ name: 'bank_transfer', label: 'Bank Transfer', badge: 'Manual' },
      type: 'manual',
      brands: [],
      means: 'bank',
      manual_instructions: 'Transfer the exact amount.',
      next: 'Next, we show our bank details.',
      charge: usd(15_500),
      isConverted: false,
    },
    {
      ...{ name: 'sandbox_card', label: 'Sandbox card', badge: 'Instant' },
      type: 'api',
      brands: ['No money moves'],
      means: 'card',
      manual_instructions: '',
      next: 'Next, you pay on a secure page.',
      charge: usd(15_500),
      isConverted: false,
    },
  ],
  isSandbox: false,
  attempt: null,
  proof: { state: 'none', reason: null, versions: 0, may_be_gif: true },
  expires_at: null,
  ...more,
})

type Paperwork = Awaited<ReturnType<ShopApi['booking']['paperwork']>>
const visaDocuments = [
  { name: 'passport_front', label: 'Passport front', required: true, perTraveller: true },
  { name: 'passport_back', label: 'Passport back', required: false, perTraveller: true },
  { name: 'clear_photo', label: 'Clear photo', required: true, perTraveller: true },
]
/** For a visa that was paid before its two travellers were named. */
export const paperworkOf = (more: Partial<Paperwork> = {}): Paperwork => ({
  booking_reference: 'TH0123456789',
  service_type: 'visa',
  service_title: 'Oman 10-Day Visa',
  ...{ adults_count: 1, children_count: 1, infants_count: 0 },
  travel_date: null,
  time_zone: 'Asia/Kolkata',
  ...{ max_stay_days: 365, needs_passport_expiry: false },
  case_stage: 'waiting_for_documents',
  isOpen: true,
  only: null,
  links: [1, 2].map((traveller) => `/booking-documents?bookingId=${bookingId}&token=of-${traveller}`),
  requirements: visaDocuments,
  travelers: [],
  documents: [],
  missing: [
    { name: 'passport_front', travelerId: null },
    { name: 'passport_front', travelerId: null },
    { name: 'clear_photo', travelerId: null },
    { name: 'clear_photo', travelerId: null },
  ],
  issued_documents: [],
  ...more,
})

export const refusal = (code: string): Error =>
  Object.assign(new Error(code), { name: 'Refusal', code, facts: {}, errors: [] })

const refuse = (code: string) => async () => {
  throw refusal(code)
}

const unknown = refuse('booking/not-found')
const refusing = {
  ...{ keepDeparture: unknown, cancel: unknown, saveTravellers: unknown, saveTraveller: unknown, track: unknown },
  ...{ mailLink: unknown, startRecovery: unknown, finishRecovery: unknown },
}

export interface FakeWorld extends SearchWorld {
  readonly chrome?: Chrome
  readonly home?: Partial<Home>
  readonly cards?: readonly ServiceCard[]
  /** The lists' filter values. */
  readonly facets?: Partial<ServiceList['facets']>
  readonly services?: readonly ServiceDetail[]
  readonly movedSlugs?: Readonly<Record<string, string>>
  readonly bookings?: readonly BookingView[]
  readonly payments?: readonly PaymentPage[]
  /** For the one booking, opened with its token. */
  readonly paperworks?: readonly Paperwork[]
  /** Published reviews of the first service. */
  readonly reviews?: readonly PublishedReview[]
  /** For the one booking, opened with its token. */
  readonly ownReview?: OwnReview
  readonly user?: Profile | null
  /** Changes of the agency to its pages, by address. */
  readonly pages?: Readonly<Record<string, Partial<Page>>>
  /** Called with each procedure's name, to record what a page requests. */
  readonly onCall?: (name: string) => void
}

/** Bookings open with their token or to a signed-in user, to nobody else. */
export function fakeApi(world: FakeWorld = {}): ShopApi {
  const { cards = [cardOf()], services = [tourOf()], bookings = [], payments = [], user = null } = world
  const answerOf =
    <T>(name: string, answer: () => T) =>
    async (): Promise<T> => {
      world.onCall?.(name)
      return answer()
    }
  const visible = <T>(value: T | undefined, token: string | undefined): T => {
    if (!value || (token !== bookingToken && !user)) throw refusal('booking/not-found')
    return value
  }
  const payment = async ({ bookingId: id, token }: { bookingId: string; token?: string | undefined }) =>
    visible(
      payments.find((each) => each.bookingId === id),
      token,
    )
  return {
    content: {
      chrome: answerOf('content.chrome', () => world.chrome ?? chromeOf()),
      home: answerOf('content.home', () => ({ ...emptyHome, ...world.home })),
      ...{ ...searchAndMessages(world), wishes: fakeWishes(cards, user) },
      page: async ({ slug }) => {
        const page = defaultPages.find((each) => each.slug === slug)
        if (!page) throw refusal('content/not-found')
        const { title, body, seo_description } = page
        return {
          ...{ slug, title, bodyHtml: markedHtml(body), questions: questionsOf(body) },
          ...{ seoTitle: null, seoDescription: seo_description, updatedAt: at },
          ...world.pages?.[slug],
        }
      },
      ...{ sendEnquiry: async () => ({ received: true }), countItemVisit: async () => ({ received: true }) },
      visitors: answerOf('content.visitors', () => ({ visitors: 12_458 })),
      countVisit: answerOf('content.countVisit', () => ({ visitors: 12_459 })),
    },
    catalogue: {
      list: async ({ kind, q = '', limit, cursor = '0', date }) => {
        world.onCall?.('catalogue.list')
        const matches = cards.filter((card) => card.kind === kind && card.title.toLowerCase().includes(q.toLowerCase()))
        const from = Number(cursor)
        const items = matches.slice(from, from + Number(limit ?? 24))
        const end = from + items.length
        return {
          items: [...items],
          total: matches.length,
          nextCursor: end < matches.length ? String(end) : null,
          facets: { places: [], durations: [], types: [], price: null, dates: null, ...world.facets },
          date: date ?? null,
        }
      },
      get: async ({ kind, idOrSlug }) => {
        world.onCall?.('catalogue.get')
        const moved = world.movedSlugs?.[idOrSlug]
        if (moved) return { movedTo: moved }
        const service = services.find((each) => each.kind === kind && [each.id, each.slug].includes(idOrSlug))
        if (!service) throw refusal('catalogue/not-found')
        return { service }
      },
      trending: answerOf('catalogue.trending', () => []),
    },
    booking: {
      quote: refuse('booking/invalid'),
      create: async () => ({
        booking: bookingOf(),
        token: bookingToken,
        paymentUrl: `http://shop.test/booking-payment?bookingId=${bookingId}&token=${bookingToken}`,
      }),
      get: async ({ bookingId: id, token }) =>
        visible(
          bookings.find((booking) => booking.id === id),
          token,
        ),
      quoteMove: refuse('booking/not-movable'),
      ...{ ...refusing, move: refuse('booking/not-movable') },
      paperwork: async ({ token }) => visible(world.paperworks?.[0], token),
      mine: async () => ({ items: [], nextCursor: null }),
    },
    paper: {
      links: async ({ bookingId: id, token }) => {
        const booking = bookings.find((each) => each.id === id)
        return papersOf(visible(booking, token))
      },
    },
    inventory: noDepartures,
    payment: {
      page: payment,
      open: payment,
      create: async () => ({ success: false, requiresAction: false }),
      check: payment,
    },
    review: {
      list: async ({ limit, cursor = '0' }) => {
        world.onCall?.('review.list')
        const from = Number(cursor)
        const end = from + Number(limit ?? 24)
        const all = world.reviews ?? []
        return { items: all.slice(from, end), nextCursor: end < all.length ? String(end) : null }
      },
      own: async ({ token }) => visible(world.ownReview, token),
      save: async () => {
        throw refusal('booking/not-found')
      },
    },
    account: {
      session: answerOf('account.session', () => ({ user })),
      saveProfile: async () => {
        throw refusal('account/sign-in-needed')
      },
    },
  }
}
