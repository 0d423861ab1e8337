import type { NationalityRule } from '../shared/nationality-rules.ts'

const rule = (nationalities: readonly string[], more: Partial<NationalityRule>): NationalityRule => ({
  ...{ nationalities, residences: [], is_available: true, next_step: '', documents: [] },
  ...{ price: null, child_price: null, processing_days: null, max_stay_days: null, validity_days: null },
  ...more,
})
const unavailable = (nationalities: readonly string[], next_step: string) =>
  rule(nationalities, { is_available: false, next_step })

const gulf = ['BH', 'KW', 'OM', 'QA', 'SA']
const onArrival = ['AU', 'CA', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'JP', 'NL', 'NZ', 'SG', 'US']

/** For the demo shop. Amounts are in US cents; `price` is the price of the visa itself. */
export const emiratesRules = (price: number): readonly NationalityRule[] => [
  unavailable(
    [...gulf].sort(),
    'Citizens of the Gulf states need no visa for the Emirates: bring your passport or ID card.',
  ),
  unavailable(onArrival, 'You get a free visa on arrival. If you want to stay longer, ask us about an extension.'),
  rule(['BD', 'PK'], {
    price: price + 3000,
    processing_days: 7,
    documents: ['hotel_booking', 'bank_statement'],
    next_step: 'The authority asks for a bank statement and a hotel booking.',
  }),
  rule(['EG', 'NG'], { price: price + 4500, processing_days: 8, documents: ['passport_back', 'bank_statement'] }),
]

export const saudiRules: readonly NationalityRule[] = [
  unavailable(
    gulf
      .filter((code) => code !== 'SA')
      .concat('AE')
      .sort(),
    'Citizens of the Gulf states need no visa for Saudi Arabia.',
  ),
  rule([], {
    residences: [...gulf, 'AE'].filter((code) => code !== 'SA').sort(),
    price: 14_500,
    processing_days: 2,
    documents: ['residence_permit'],
    next_step: 'With a residence permit of a Gulf state that is valid for three months.',
  }),
]

export const turkiyeRules: readonly NationalityRule[] = [
  unavailable(['DE', 'FR', 'GB', 'IT', 'JP', 'US'], 'You can enter Türkiye without a visa for up to 90 days.'),
  rule(['BD', 'IN', 'PK'], {
    documents: ['previous_visa'],
    next_step: 'You need a valid visa or residence permit of a Schengen country, Ireland, the UK or the USA.',
  }),
  unavailable(['NG'], 'The e-visa is not open to this passport: please apply at the consulate. We help with the form.'),
]
