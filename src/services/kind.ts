import type { ComponentType, ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { LocalDate, LocalTime } from '../kernel/dates.ts'
import type { CurrencyCode, Money } from '../kernel/money.ts'

/**
 * The required shape of a kind of service. A kind is one folder and one line in `index.ts`. Its `index.ts` is light
 * (the storefront's routes are drawn from it); everything else is loaded when it is needed.
 */
export interface ServiceKind {
  /** Stored and sent: 'tour', 'ok_to_board'. */
  readonly key: string
  /** Other spellings that are accepted for the key, such as 'ok-to-board' (D78). */
  readonly keyAliases?: readonly string[]
  /** Address of its list without the slash: 'tours'; `pathAliases` lead to the same screen (D127). */
  readonly path: string
  readonly pathAliases?: readonly string[]
  /** Where 'Book another ...' and breadcrumbs lead, with a slash. */
  readonly listHref: string
  readonly labels: KindLabels
  readonly defaultCurrency: CurrencyCode
  /** True where one active item exists and `path` is its page (Ok to Board). */
  readonly isSingle?: boolean
  /** An item that cannot be read is shown as one that is not there (C051). */
  readonly failsAsMissing?: boolean
  /** The last part of its address in the back office, '/admin/tours'; its place in the sidebar is its place in the list of kinds. */
  readonly adminSection: string
  readonly fields: () => Promise<{ fields: KindFields }>
  readonly rules: () => Promise<{ rules: KindRules }>
  readonly shop: () => Promise<{ shop: KindShop }>
  /** What its list has beyond the generic one; loaded with the list only. */
  readonly list?: () => Promise<{ list: KindList }>
  readonly seed?: () => Promise<{ seed: readonly SeedService[] }>
}

export interface KindLabels {
  /** 'Tour' / 'Tours' */
  readonly singular: string
  readonly plural: string
  /** Summary label of the payment page: 'Tour Booking' (C192). */
  readonly payment: string
  /** 'Book Another Tour' (D136). */
  readonly bookAnother: string
  readonly listTitle: string
  readonly listIntro: string
  /** What a look-up without id and slug is answered; '{singular} ID is required' where it is left out. */
  readonly idRequired?: string
  /** What a look-up that finds nothing is answered; left out: 'Service not found'. */
  readonly notFound?: string
  /** What stands in place of the list, or of one item, that cannot be read. */
  readonly listFailed?: string
  readonly failed?: string
}

/** One field of the catalogue entry or of the booking form: forms, templates and the API are drawn from it. */
export interface FieldSpec {
  readonly name: string
  readonly label: string
  readonly group: 'basic' | 'pricing' | 'content' | 'media' | 'settings' | 'details'
  readonly input:
    | 'text'
    | 'textarea'
    | 'richtext'
    | 'number'
    | 'money'
    | 'switch'
    | 'select'
    | 'list'
    | 'itinerary'
    | 'image'
    | 'images'
    | 'video'
    | 'date'
    | 'time'
    | 'time-range'
    | 'times'
    | 'terms'
    | 'email'
    | 'tel'
    | 'country'
    | 'ratio'
  readonly required?: boolean
  readonly options?: readonly string[]
  readonly default?: unknown
  readonly hint?: string
  /** Words of this field are found by the list's search (D132). */
  readonly searchable?: boolean
  /** Cards show it: long texts then arrive cut short, lists with their first entries. */
  readonly onCard?: boolean
}

/** Schemas are strict objects: unknown keys are refused. */
export interface KindFields {
  /** The kind's own catalogue fields beyond the shared columns; money in minor units of the item's currency. */
  readonly details: z.ZodMiniType<Details>
  readonly specs: readonly FieldSpec[]
  /** The kind's own part of a booking request. */
  readonly booking: z.ZodMiniType<BookingDetails>
  readonly bookingSpecs: readonly FieldSpec[]
  readonly admin?: KindAdmin
}
export type Details = Readonly<Record<string, unknown>>
export type BookingDetails = Readonly<Record<string, unknown>>

export interface Party {
  readonly adults: number
  readonly children: number
  readonly infants: number
}
export interface PriceLine {
  /** Key of the sentence: 'adult', 'child', 'infant', 'base', 'distance', 'hours', 'fee'. */
  readonly label: string
  /** Whole; `total` is `unit` that many times. */
  readonly quantity: number
  readonly unit: Money
  readonly total: Money
}
/** D44: base = the lines; total = before the discount, tax included; final = what is to be paid. */
export interface PriceBreakdown {
  readonly lines: readonly PriceLine[]
  readonly base: Money
  readonly tax: Money
  readonly taxRate: string | null
  readonly discount: Money
  readonly total: Money
  readonly final: Money
}

/** How many of each age a booking takes; `null` where that age is not offered (price not set, D47/D48). */
export interface PartyRules {
  readonly adults: { readonly min: number; readonly max: number }
  readonly children: { readonly max: number; readonly free: boolean } | null
  readonly infants: { readonly max: number; readonly free: boolean } | null
  /** Upper bound of all together, such as a group size or the seats of a vehicle; `null` = none. */
  readonly together: number | null
  /** The party of every booking, whatever is asked for (Ok to Board, C156): it replaces what the request says. */
  readonly fixed?: Party
}
export interface ScheduleRules {
  readonly dateRequired: boolean
  readonly timeRequired: boolean
  /** The times on offer, 'HH:mm'; empty = any time (within `hours`) or none. */
  readonly slots: readonly LocalTime[]
  readonly hours: { readonly from: LocalTime; readonly to: LocalTime } | null
  /** A start must be at least this many minutes ahead (D63, D90). */
  readonly noticeMinutes: number
  readonly timeZone: string
  /** A pickup applies: its place and a phone number are asked for (D164, D174). */
  readonly hasPickup: boolean
  /** Places per slot and date; `null` = not counted. */
  readonly capacity: number | null
}
/** What the agency gives out in the end, when it has applied for somebody. */
export interface IssuedPaper {
  readonly label: string
  readonly perTraveller: boolean
  /** The letter that tells the customer that it is there, once the case is done; left out: none of its own. */
  readonly letter?: 'visa_approval'
}
export interface DocumentRequirement {
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly perTraveller: boolean
}

/** What a rule is given of an item: its shared columns and its validated details. */
export interface PricedService {
  readonly title: string
  readonly currency: CurrencyCode
  readonly details: Details
}
export interface RuleRequest {
  readonly party: Party
  readonly date: LocalDate | null
  readonly time: LocalTime | null
  readonly booking: BookingDetails
  /** Where the guests are picked up and in which language they are guided; left out where it is not asked (quotes). */
  readonly pickupLocation?: string | null
  readonly language?: string | null
}

/** Pure: data in, decision out. `details` has passed `fields.details`, `booking` has passed `fields.booking`. */
export interface KindRules {
  readonly price: (service: PricedService, request: RuleRequest, discount?: Money) => PriceBreakdown
  /** What cards show: the least that one person (or vehicle, or clearance) pays, and the struck-through price. */
  readonly startingPrice: (service: PricedService) => {
    from: Money
    was: Money | null
    unit: 'person' | 'vehicle' | 'applicant' | 'clearance'
  }
  readonly party: (service: PricedService) => PartyRules
  readonly schedule: (service: PricedService) => ScheduleRules
  readonly documents: (service: PricedService) => readonly DocumentRequirement[]
  /** What is given out in the end; left out: nothing. */
  readonly issues?: IssuedPaper
  /** True where the required documents have to come with the booking; left out: they follow. */
  readonly documentsFirst?: (request: RuleRequest) => boolean
  /** The kind's own objections to a request: field errors in the spec's words; empty = fine. */
  readonly check: (
    service: PricedService,
    request: RuleRequest,
    today: LocalDate,
  ) => readonly { path: string; message: string }[]
  /** The form that it is booked by, where that is not the generic one (C160). */
  readonly ownForm?: OwnForm
  /** In whose name it is booked, where the kind's own questions ask for that already (a clearance's passenger). */
  readonly leadName?: (booking: BookingDetails) => string
  /** A paid booking is confirmed at once (D83). */
  readonly isInstant: (service: PricedService) => boolean
  /** Shared columns that the kind derives from its details. */
  readonly shared: (service: PricedService) => {
    location: string
    durationMinutes: number | null
    facets: Readonly<Record<string, string | number | readonly string[]>>
  }
  /** The title that the shop and bookings show; for visas country and visa type (D177). */
  readonly displayTitle: (service: PricedService) => string
}

/** What is said of a field of the booking form that was left empty. */
export interface MissingWords {
  readonly travel_date: string
  readonly travel_time: string
  readonly customer_name: string
  readonly customer_email: string
  readonly customer_phone: string
}
/** What is left out is as in the generic form. */
export interface OwnForm {
  readonly missing?: Partial<MissingWords>
  /** A phone number is needed; the generic form needs one for a pickup only (D164). */
  readonly phoneRequired?: (booking: BookingDetails) => boolean
  /** What is said of a booking that failed, whatever the reason. */
  readonly failedText?: string
}

/** What the generic pages show of an item. */
export interface ShopService {
  readonly id: string
  readonly kind: string
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly location: string
  readonly currency: CurrencyCode
  readonly durationMinutes: number | null
  readonly details: Details
}
/** The kind's own parts of the generic list, detail and booking pages. */
export interface KindShop {
  /** Short facts on a card and below the title ('6 hours', '3 days, 2 nights'). */
  readonly facts: (service: ShopService) => readonly string[]
  /** The panels of the detail page in order; the panel's title is the tab's label. */
  readonly panels: (service: ShopService) => readonly { id: string; title: string; body: ComponentType }[]
  /** Stands in the picture's place where an item has none; left out: a drawn placeholder. */
  readonly Cover?: ComponentType<{ service: ShopService }>
  /** Extra fields of the booking form; receives and reports the kind's booking details. */
  readonly BookingFields?: ComponentType<{
    service: ShopService
    value: BookingDetails
    onChange: (next: BookingDetails) => void
    errors: Readonly<Record<string, string>>
    /** Called with the name of a field that was left. */
    onLeave?: ((name: string) => void) | undefined
    /** The ids of the controls, where an error summary leads to them. */
    idOf?: ((name: string) => string) | undefined
    /** Stands between the kind's questions and what follows from the answers. */
    children?: ReactNode
  }>
  readonly card?: KindCard
  /** What stands beside the counters, where the kind draws the line between ages elsewhere; infants are as usual. */
  readonly ageLabels?: { readonly adults: string; readonly children: string }
  /** What the booking form calls its fields, where the kind's form has words of its own (C063). */
  readonly formLabels?: { readonly date: string; readonly name: string; readonly email: string; readonly phone: string }
  /** Places to offer where a pickup is asked for. */
  readonly pickupPlaces?: (service: ShopService) => readonly string[]
  /** Sells from a tall picture and a card of facts; its button leads to the booking page. Left out: the form itself. */
  readonly offer?: KindOffer
}
export interface KindOffer {
  readonly lead: (service: ShopService) => string
  readonly highlights: (service: ShopService) => readonly string[]
  readonly rows: (service: ShopService) => readonly (readonly [term: string, value: string])[]
}
/** A card whose facts are others than the first of `facts`. */
export interface KindCard {
  readonly facts: (service: ShopService) => readonly string[]
  /** Between the title and the facts. */
  readonly Text?: ComponentType<{ service: ShopService }>
  /** A name of the picture set, for items without a picture. */
  readonly defaultImage?: string
  /** The place is told by `Text`. */
  readonly hidesPlace?: boolean
}

/** The order of a list; every list has 'newest'. */
export type ListSort = 'newest' | 'price' | 'price-desc' | 'duration' | 'rating'
export interface KindList {
  readonly searchPlaceholder?: string
  /** Opens the page in place of title, sentence and search; `search` is the search box. */
  readonly Opening?: ComponentType<ListOpening>
  /** Stands above the cards with how many match. */
  readonly heading?: (count: number) => string
  readonly empty?: { readonly title: string; readonly text: string }
  readonly sorts?: readonly ListSort[]
  /** Three columns on a wide screen, instead of as many as fit. */
  readonly inThrees?: boolean
  /** Below the cards. `Link` stays in the shop. */
  readonly After?: ComponentType<{ Link: ListLink }>
}
export type ListLink = ComponentType<{ href: string; className?: string; children: ReactNode }>
export interface ListOpening {
  readonly title: string
  readonly intro: string
  readonly search: ReactNode
  /** Where the cards begin: '#umrah'. */
  readonly anchor: string
  /** Addresses of a film and of a sound, or null. */
  readonly video: string | null
  readonly audio: string | null
}
/** How the back office shows and edits a kind, where that differs from a table and a page with a tab a group. */
export interface KindAdmin {
  /** What an item is called in messages: 'Visa service'. Left out: the singular. */
  readonly entity?: string
  /** Fields with a column of their own. Left out: place, and the required short ones. */
  readonly columns?: readonly string[]
  /** Cards below each other or side by side, newest first, edited in a dialog. */
  readonly layout?: 'cards' | 'grid'
  /** Fields that stand on a card as badges. */
  readonly badges?: readonly string[]
  /** A field belongs to the tab that names it, else to the first that has its group. A single tab: one form. */
  readonly tabs?: readonly {
    readonly label: string
    readonly groups?: readonly FieldSpec['group'][]
    readonly fields?: readonly string[]
  }[]
  /**
   * What staff answer in a customer's place when they sell by phone; the kind's own questions are then not asked. Left
   * out: they are.
   */
  readonly saleDetails?: BookingDetails
  /** What is said of a save that failed: the server's reason (left out), the sentence, or the sentence and the reason. */
  readonly failure?: 'sentence' | 'sentence-and-reason'
}

/** An item of the demo world. `details` in the kind's own fields; pictures by name from the picture set. */
export interface SeedService {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly currency?: CurrencyCode
  readonly isFeatured?: boolean
  readonly status?: 'active' | 'inactive'
  readonly featuredImage: string
  readonly details: Details
  readonly trending?: boolean
}
