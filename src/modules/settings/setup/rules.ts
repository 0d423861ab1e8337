/** The steps of the setup checklist, in order. */
export const setupSteps = [
  'name',
  'logo',
  'address',
  'phone',
  'currency',
  'time_zone',
  'payment',
  'mail',
  'item',
  'staff',
] as const
export type SetupStep = (typeof setupSteps)[number]

/**
 * Without these the shop cannot sell, or would sell wrongly: prices in another currency, departures at another hour. The
 * others make it better: a shop without a mail server promises no email on any page.
 */
const requiredSteps: readonly SetupStep[] = ['name', 'phone', 'currency', 'time_zone', 'payment', 'item']
export const isRequiredStep = (step: SetupStep): boolean => requiredSteps.includes(step)

/** What the steps are judged by. */
export interface SetupFacts {
  /** Stored settings: a default that nobody has confirmed is missing here. */
  readonly stored: Readonly<Record<string, unknown>>
  /** Customers can choose a payment method that moves real money. */
  readonly takesPayments: boolean
  /** A mail went through the present mail server. */
  readonly sendsMail: boolean
  readonly itemsOnSale: number
  /** Staff accounts and open invitations. */
  readonly colleagues: number
}

const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

const isDone: Readonly<Record<SetupStep, (facts: SetupFacts) => boolean>> = {
  name: ({ stored }) => isFilled(stored.site_title),
  logo: ({ stored }) => isFilled(stored.site_logo),
  address: ({ stored }) => isFilled(stored.address),
  phone: ({ stored }) => isFilled(stored.contact_phone) || isFilled(stored.whatsapp),
  currency: ({ stored }) => isFilled(stored.display_currency),
  time_zone: ({ stored }) => isFilled(stored.time_zone),
  payment: ({ takesPayments }) => takesPayments,
  mail: ({ sendsMail }) => sendsMail,
  item: ({ itemsOnSale }) => itemsOnSale > 0,
  // The owner is one of them.
  staff: ({ colleagues }) => colleagues > 1,
}

export interface StepState {
  readonly step: SetupStep
  readonly is_required: boolean
  readonly is_done: boolean
  /** Left for later; a step that is done is not skipped. */
  readonly is_skipped: boolean
}

export const stepStates = (facts: SetupFacts, skipped: readonly string[]): readonly StepState[] =>
  setupSteps.map((step) => ({
    step,
    is_required: isRequiredStep(step),
    is_done: isDone[step](facts),
    is_skipped: !isDone[step](facts) && skipped.includes(step),
  }))

/** What the shop still needs before it can open. */
export const missingSteps = (steps: readonly StepState[]): readonly SetupStep[] =>
  steps.filter(({ is_required, is_done }) => is_required && !is_done).map(({ step }) => step)

/** 'soon': it has never been open. Staff see the shop in every state. */
export type ShopState = 'open' | 'soon' | 'maintenance'

/** The row of a shop that began closed; null: it was open from the start. */
export type Opening = { readonly hasOpened: boolean } | null
export const shopStateOf = (opening: Opening, isMaintenance: boolean): ShopState =>
  opening?.hasOpened === false ? 'soon' : isMaintenance ? 'maintenance' : 'open'
