import type { ComponentType, ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { LocalDate, LocalTime } from '../kernel/dates.ts'
import type { CompiledMessages, Text } from '../kernel/messages.ts'
import type { CurrencyCode, Money } from '../kernel/money.ts'
import type { FieldError } from '../kernel/refusal.ts'
import type { DocumentRequirement, IssuedDocument, SoldTerms } from './application.ts'
import type { Schedule } from './schedule.ts'
import type { KindSeeds } from './seed-service.ts'
import type { ResourceRules } from './shared/stored-resources.ts'
import type { ChosenTrip, Leg, ReturnLeg, TripFact } from './trip.ts'

export type { DocumentRequirement, IssuedDocument, SoldTerms } from './application.ts'
export type { SeedService, SeedTranslations } from './seed-service.ts'

/**
 * The interface of a service kind. A kind is one folder and one line in `index.ts`. Its `index.ts` is small, because
 * the storefront's routes need it; everything else loads on demand.
 */
export interface ServiceKind {
  /** The stored key, also used by the API: 'tour', 'ok_to_board'. */
  readonly key: string
  /** Other accepted spellings of the key, such as 'ok-to-board' (D78). */
  readonly keyAliases?: readonly string[]
  /** The path of its list without the slash: 'tours'; `pathAliases` open the same screen (D127). */
  readonly path: string
  readonly pathAliases?: readonly string[]
  /** Target of 'Book another ...' and of breadcrumbs, with a slash. */
  readonly listHref: string
  readonly labels: KindLabels
  /** A name from ui/service-icons.ts; by default a generic icon. */
  readonly icon?: string
  readonly menu?: KindMenu
  /** The booking flow, unless generic: 'application' asks for each traveller and their documents. */
  readonly flow?: 'application'
  readonly defaultCurrency: CurrencyCode
  /** True if only one item is active and `path` is its page (Ok to Board). */
  readonly isSingle?: boolean
  /** Shows an item that failed to load as missing (C051). */
  readonly failsAsMissing?: boolean
  /** The last part of its back office path: '/admin/tours'. The sidebar follows the order of the list of kinds. */
  readonly adminSection: string
  /** The letter of its back office shortcut, after `g`. */
  readonly shortcut?: string
  readonly fields: () => Promise<{ fields: KindFields }>
  readonly rules: () => Promise<{ rules: KindRules }>
  readonly shop: () => Promise<{ shop: KindShop }>
  /** The kind's own questions; loaded with booking forms only. */
  readonly form?: () => Promise<{ form: KindForm }>
  /** Additions to the generic list; loaded with the list only. */
  readonly list?: () => Promise<{ list: KindList }>
  readonly seed?: () => Promise<KindSeeds>
}

/** Its links in the header (C013) and the footer (C020). */
export interface KindMenu {
  /** Position in the header; by default after all other links. */
  readonly header?: number
  readonly footer?: number
  /** Defaults to `listHref`. */
  readonly href?: string
}

export interface KindLabels {
  /** 'Tour' / 'Tours' */
  readonly singular: Text
  readonly plural: Text
  /** Summary label of the payment page: 'Tour Booking' (C192). */
  readonly payment: Text
  /** 'Book Another Tour' (D136). */
  readonly bookAnother: Text
  readonly listTitle: Text
  readonly listIntro: Text
  /** The error for a look-up without id and slug; defaults to '{singular} ID is required'. */
  readonly idRequired?: Text
  /** The error for a look-up without a result; defaults to 'Service not found'. */
  readonly notFound?: Text
  /** Shown when the list or an item failed to load. */
  readonly listFailed?: Text
  readonly failed?: Text
  /** Its name in the header; defaults to the plural. */
  readonly menuName?: Text
  /** In the menu of phones; from the namespace `menu`, which is loaded with it. */
  readonly menuText?: Text
  /** A short text below its name on the home page; from the namespace `home`. */
  readonly chip: Text
  /** The page for an item that does not exist; from the namespace `missing`. */
  readonly missing: { readonly title: Text; readonly text: Text; readonly back: Text }
}

/** A field of the catalogue entry or the booking form. Forms, templates and the API are built from it. */
export interface FieldSpec {
  readonly name: string
  readonly label: Text
  readonly group: 'basic' | 'pricing' | 'schedules' | 'content' | 'media' | 'settings' | 'details' | 'nationalities'
  readonly input:
    | 'text'
    | 'textarea'
    /** A marked text (kernel/marked-text), edited as it looks. */
    | 'richtext'
    | 'number'
    | 'money'
    | 'switch'
    | 'select'
    | 'list'
    | 'itinerary'
    | 'questions'
    | 'image'
    | 'images'
    | 'video'
    | 'date'
    | 'time'
    | 'time-range'
    | 'times'
    | 'terms'
    | 'schedules'
    | 'resources'
    | 'nationality-rules'
    | 'email'
    | 'tel'
    | 'country'
    | 'ratio'
  readonly required?: boolean
  readonly options?: readonly string[]
  /** What people read in place of an option; the stored value is the option itself. */
  readonly optionNames?: Readonly<Record<string, Text>>
  readonly default?: unknown
  readonly hint?: Text
  /** The list's search covers this field (D132). */
  readonly searchable?: boolean
  /** Shown on cards, with long texts and lists shortened. */
  readonly onCard?: boolean
  /** Read by travellers: the agency can write it in each language. Rules judge the original. */
  readonly translatable?: boolean
}

/** An option as people read it. */
export const optionName = ({ optionNames }: FieldSpec, option: string): Text => optionNames?.[option] ?? option

/** Schemas are strict objects: they reject unknown keys. */
export interface KindFields {
  readonly details: z.ZodMiniType<Details>
  readonly specs: readonly FieldSpec[]
  readonly booking: z.ZodMiniType<BookingDetails>
  readonly bookingSpecs: readonly FieldSpec[]
  /** Phrases between commas that find every item of the kind, besides its names: 'taxi, airport'. */
  readonly searchWords?: Text
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
  /** Message key of the line: 'adult', 'child', 'infant', 'base', 'distance', 'hours', 'bothWays', 'outboundLeg', 'returnLeg', 'fee'. */
  readonly label: string
  /** A whole number; `total` is `unit` × `quantity`. */
  readonly quantity: number
  readonly unit: Money
  readonly total: Money
}
/** D44: base = sum of the lines; total = before the discount, tax included; final = amount due. */
export interface PriceBreakdown {
  readonly lines: readonly PriceLine[]
  readonly base: Money
  readonly tax: Money
  readonly taxRate: string | null
  readonly discount: Money
  readonly total: Money
  readonly final: Money
}

/** How many of each age a booking accepts; `null` when that age is not offered (price not set, D47/D48). */
export interface PartyRules {
  readonly adults: { readonly min: number; readonly max: number }
  readonly children: { readonly max: number; readonly free: boolean } | null
  readonly infants: {
    readonly max: number
    readonly free: boolean
    /** False where infants have seats of their own; by default each sits on the lap of an adult. */
    readonly onLap?: boolean
  } | null
  /** Maximum of all ages together, such as a group size or a vehicle's seats; `null` = none. */
  readonly together: number | null
  /** The party of every booking (Ok to Board, C156); it replaces the one in the request. */
  readonly fixed?: Party
}
export interface ScheduleRules {
  readonly dateRequired: boolean
  readonly timeRequired: boolean
  /** The offered times, 'HH:mm'; empty = any time (within `hours`) or none. */
  readonly slots: readonly LocalTime[]
  readonly hours: { readonly from: LocalTime; readonly to: LocalTime } | null
  /** Minimum minutes before a start (D63, D90). */
  readonly noticeMinutes: number
  /** IANA name of the zone it departs in; null means the agency's zone. `scheduleIn` fills it in. */
  readonly timeZone: string | null
  /** Asks for a pickup place and a phone number (D164, D174). */
  readonly hasPickup: boolean
  /** Places per slot and date; `null` = unlimited. */
  readonly capacity: number | null
  /** The item's own schedules. By default one schedule is derived from the fields above. */
  readonly schedules?: readonly Schedule[]
  /** What the item uses, if anything; `loadKinds` adds it. */
  readonly resources?: ResourceRules
}

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
  /** The service's details at the prices of the return leg's departure; by default those of the service. */
  readonly returnLegDetails?: Details
  /** Set for a booking that exists; null: the item decides. Left out before it is sold. */
  readonly sold?: SoldTerms | null
  /** Pickup place and guide language; left out in quotes. */
  readonly pickupLocation?: string | null
  readonly language?: string | null
}

type Facets = Readonly<Record<string, string | number | readonly string[]>>

/** Pure. `details` has passed `fields.details`, `booking` has passed `fields.booking`. */
export interface KindRules {
  readonly price: (service: PricedService, request: RuleRequest, discount?: Money) => PriceBreakdown
  /**
   * The price shown on cards: the least that one person (or vehicle, or clearance) pays, and the price to strike
   * through.
   */
  readonly startingPrice: (service: PricedService) => {
    from: Money
    was: Money | null
    unit: 'person' | 'vehicle' | 'applicant' | 'clearance'
  }
  readonly party: (service: PricedService) => PartyRules
  /** How an item without schedules of its own departs; `loadKinds` adds those. */
  readonly schedule: (service: PricedService) => ScheduleRules
  /**
   * Places that a party takes on a departure. By default everybody has one, except infants on the lap of an adult. 0: the
   * kind has no departures, such as a visa.
   */
  readonly places?: (party: Party) => number
  /** Whether a departure shares its resources, the default, or each booking has its own. */
  readonly resourcesPer?: ResourceRules['per']
  readonly documents: (service: PricedService, sold?: SoldTerms | null) => readonly DocumentRequirement[]
  /** The terms of a new application; null, and by default: the item's, also when it changes. */
  readonly sold?: (service: PricedService, booking: BookingDetails) => SoldTerms | null
  /** The document delivered at the end; by default none. */
  readonly issues?: IssuedDocument
  /** For kinds whose travellers name their dates: the longest stay. */
  readonly maxStayDays?: (service: PricedService, sold?: SoldTerms | null) => number
  /** For kinds that issue a document: how many days the agency needs once it has everything; null: not known. */
  readonly processingDays?: (service: PricedService, sold?: SoldTerms | null) => number | null
  /** True if the required documents must come with the booking; by default they follow later. */
  readonly documentsFirst?: (request: RuleRequest) => boolean
  /** The kind's own validation: field errors in the specification's words; empty = valid. */
  readonly check: (service: PricedService, request: RuleRequest, today: LocalDate) => readonly FieldError[]
  /** Answers that acknowledge the day, such as a short notice: another day asks for them again. */
  readonly acknowledged?: readonly string[]
  /** The answers as stored: fills in what follows from other answers. By default they stay as given. */
  readonly complete?: (service: PricedService, request: RuleRequest) => BookingDetails
  /** The kind's own facts about one leg of a trip, for staff, vouchers, mails and calendars. */
  readonly tripFacts?: (booking: BookingDetails, day: LocalDate | null, leg: Leg) => readonly TripFact[]
  /** Shown beside a day of departure: the day in another calendar. */
  readonly dayNote?: (day: LocalDate) => Text
  /** The address of a small picture (3:2) that tells its items apart at a glance. Decorative. */
  readonly mark?: (service: PricedService) => string | null
  /** The return leg in the answers, before they are validated; null: one way. */
  readonly returnLeg?: (booking: BookingDetails) => ReturnLeg | null
  /** The form it is booked with, if not the generic one (C160). */
  readonly ownForm?: OwnForm
  readonly leadName?: (booking: BookingDetails) => string
  /** Confirms a paid booking at once (D83). */
  readonly isInstant: (service: PricedService) => boolean
  readonly shared: (service: PricedService) => { location: string; durationMinutes: number | null; facets: Facets }
  /** The title shown in the shop and in bookings; for visas country and visa type (D177). */
  readonly displayTitle: (service: PricedService) => string
}

export interface MissingWords {
  readonly travel_date: Text
  readonly travel_time: Text
  readonly customer_name: Text
  readonly customer_email: Text
  readonly customer_phone: Text
}
/** Anything left out works as in the generic form. */
export interface OwnForm {
  readonly missing?: Partial<MissingWords>
  /** Whether a phone number is required; the generic form requires one for a pickup only (D164). */
  readonly phoneRequired?: (booking: BookingDetails) => boolean
  /** The message for a failed booking, whatever the reason. */
  readonly failedText?: Text
}

export interface BookingFieldsProps {
  readonly service: ShopService
  readonly value: BookingDetails
  readonly onChange: (next: BookingDetails) => void
  readonly errors: Readonly<Record<string, string>>
  /** Left out by forms that choose no day. */
  readonly trip?: ChosenTrip | undefined
  /** Called with the name of a field on blur. */
  readonly onLeave?: ((name: string) => void) | undefined
  /** Returns the ids of the controls, for the links of an error summary. */
  readonly idOf?: ((name: string) => string) | undefined
  /** Rendered between the kind's questions and what depends on their answers. */
  readonly children?: ReactNode
}

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
  /** The HTML of long texts with markup, by field. */
  readonly texts?: Readonly<Record<string, string>>
  /** The languages of texts ('title', 'details.highlights') that are not in the page's. */
  readonly languages?: Readonly<Record<string, string>> | undefined
}
/** The kind's own parts of the generic list, detail and booking pages. */
export interface KindShop {
  /** The messages that the kind's pages and rules refer to. */
  readonly messages: readonly CompiledMessages[]
  /** Short facts for cards and below the title ('6 hours', '3 days, 2 nights'). Promises follow on cards (shared/promises.ts). */
  readonly facts: (service: ShopService) => readonly Fact[]
  /** The panels of the detail page in order; a panel's title is also its tab label. */
  readonly panels: (service: ShopService) => readonly { id: string; title: Text; body: ComponentType }[]
  /** Replaces a missing picture; by default a drawn placeholder. */
  readonly Cover?: ComponentType<{ service: ShopService }>
  readonly card?: KindCard
  readonly ageLabels?: { readonly adults: Text; readonly children: Text }
  /** The kind's own labels for fields of the booking form (C063). */
  readonly formLabels?: { readonly date: Text; readonly name: Text; readonly email: Text; readonly phone: Text }
  /** Marks the pickup as optional in its label. */
  readonly isPickupOptional?: boolean
  /** Suggestions for the pickup place. */
  readonly pickupPlaces?: (service: ShopService) => readonly string[]
  /**
   * A detail page with a tall picture, a card of facts and a link to the booking page. By default it shows the booking
   * form.
   */
  readonly offer?: KindOffer
}
export interface KindForm {
  /** Beyond the messages of the kind's other parts. */
  readonly messages?: readonly CompiledMessages[]
  /** Extra fields of the booking form; receives and reports the kind's booking details. */
  readonly BookingFields: ComponentType<BookingFieldsProps>
}
/** `lang`: of a value that is not in the page's language. */
export type Fact = readonly [value: Text, lang?: string | undefined]
export type FactRow = readonly [term: Text, ...Fact]
export interface KindOffer {
  /** The sentence below the title, and the field that it is of. */
  readonly lead: (service: ShopService) => readonly [text: string, field: string]
  readonly highlights: (service: ShopService) => readonly Fact[]
  readonly rows: (service: ShopService) => readonly FactRow[]
}
/** A card with facts other than the first of `facts`. */
export interface KindCard {
  readonly facts: (service: ShopService) => readonly Fact[]
  readonly Text?: ComponentType<{ service: ShopService }>
  /** A name from the picture set, for items without a picture. */
  readonly defaultImage?: string
  /** Set when `Text` already shows the place. */
  readonly hidesPlace?: boolean
}

/** Sort orders of a list; every list has 'newest'. */
export type ListSort = 'newest' | 'price' | 'price-desc' | 'duration' | 'rating'
export interface KindList {
  readonly messages?: readonly CompiledMessages[]
  readonly searchPlaceholder?: Text
  /** Replaces the title, text and search at the top of the page; `search` is the search box. */
  readonly Opening?: ComponentType<ListOpening>
  readonly heading?: (count: number) => Text
  readonly empty?: { readonly title: Text; readonly text: Text }
  readonly sorts?: readonly ListSort[]
  readonly inThrees?: boolean
  /** Rendered below the cards. `Link` navigates within the shop. */
  readonly After?: ComponentType<{ Link: ListLink }>
}
export type ListLink = ComponentType<{ href: string; className?: string; children: ReactNode }>
export interface ListOpening {
  readonly title: string
  readonly intro: string
  readonly search: ReactNode
  /** The anchor of the cards: '#umrah'. */
  readonly anchor: string
  readonly video: string | null
  readonly audio: string | null
}
/** How the back office shows and edits a kind; by default a table, and a page with one tab per group. */
export interface KindAdmin {
  /** The name of an item in messages: 'Visa service'. Defaults to the singular. */
  readonly entity?: Text
  /** Fields with their own table column. By default the place and short required fields. */
  readonly columns?: readonly string[]
  /** Stacked or side-by-side cards, newest first, edited in a dialog. */
  readonly layout?: 'cards' | 'grid'
  /** Fields shown as badges on a card. */
  readonly badges?: readonly string[]
  /** A field is on the tab that names it, else on the first tab with its group. With a single tab there is one form. */
  readonly tabs?: readonly {
    readonly label: Text
    readonly groups?: readonly FieldSpec['group'][]
    readonly fields?: readonly string[]
  }[]
  /** Preset answers for phone sales, so that the kind's own questions are not asked. By default they are. */
  readonly saleDetails?: BookingDetails
  /** The answers that staff take over from a traveller of an earlier booking, for kinds with one passenger. */
  readonly takeOver?: (traveller: { readonly name: string; readonly passport_number: string | null }) => BookingDetails
  /** Answers that only the kind's own form asks; staff see them with the others. */
  readonly answerSpecs?: readonly FieldSpec[]
  /** Questions that staff answer in spite of `saleDetails`. */
  readonly saleSpecs?: (details: Details) => readonly FieldSpec[]
  /** The error of a failed save: the server's reason (default), the sentence, or both. */
  readonly failure?: 'sentence' | 'sentence-and-reason'
}
