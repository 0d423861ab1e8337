import type { CurrencyCode } from '../../../kernel/money.ts'
import type { ProviderContext, ProviderField, ProviderMode, SupplierUrls } from '../../../modules/payment/port.ts'
import type { Cipher } from './cipher.server.ts'

/** CCAvenue India and CCAvenue UAE are two companies with two contracts; each charges in its own money. */
export type Account = {
  readonly country: Country
  readonly currency: CurrencyCode
  readonly merchantId: string
  readonly accessCode: string
  readonly workingKey: string
  readonly cipher: Cipher
  /** Where the customer's browser posts the order to. */
  readonly pageUrl: string
  /** Where our server asks. */
  readonly apiUrl: string
}
type Country = 'india' | 'uae'
type Set = Pick<ProviderContext, 'settings' | 'secrets'>

const countries = {
  india: { prefix: 'india', title: 'India', currency: 'INR' },
  uae: { prefix: 'uae', title: 'UAE', currency: 'AED' },
} as const
export const everyCurrency: readonly CurrencyCode[] = Object.values(countries).map(({ currency }) => currency)

/** The UAE has no payment page of its own for tests: a test account is told by its keys. */
const hosts: Readonly<Record<Country, Record<ProviderMode, { page: string; api: string }>>> = {
  india: {
    live: { page: 'https://secure.ccavenue.com', api: 'https://api.ccavenue.com' },
    test: { page: 'https://test.ccavenue.com', api: 'https://apitest.ccavenue.com' },
  },
  uae: {
    live: { page: 'https://secure.ccavenue.ae', api: 'https://login.ccavenue.ae' },
    test: { page: 'https://secure.ccavenue.ae', api: 'https://apitest.ccavenue.ae' },
  },
}
export const urlNames = ['CCAVENUE_URL', 'CCAVENUE_API_URL'] as const

/** Every host that the payment page may post an order to. */
export function pageOrigins(urls: SupplierUrls): readonly string[] {
  if (urls.CCAVENUE_URL) return [new URL(urls.CCAVENUE_URL).origin]
  return [...new Set(Object.values(hosts).flatMap(({ live, test }) => [live.page, test.page]))]
}

const where = 'CCAvenue M.A.R.S., Settings, API Keys'
const fieldsOf = (country: Country): ProviderField[] => {
  const { prefix, title, currency } = countries[country]
  return [
    {
      name: `${prefix}_merchant_id`,
      label: `${title}: merchant id`,
      input: 'text',
      help: `For payments in ${currency}. From ${where}.`,
    },
    {
      name: `${prefix}_access_code`,
      label: `${title}: access code`,
      input: 'text',
      help: `Bound to this shop's domain and to the IP address of this server: CCAvenue answers only addresses that are registered with it (error 51407 otherwise).`,
    },
    {
      name: `${prefix}_working_key`,
      label: `${title}: working key`,
      input: 'text',
      isSecret: true,
      help: 'The encryption key of 32 characters.',
    },
  ]
}
export const fields: readonly ProviderField[] = [
  {
    name: 'mode',
    label: 'Mode',
    input: 'select',
    options: [
      { value: 'test', label: 'Test' },
      { value: 'live', label: 'Live: money moves' },
    ],
    initial: 'test',
  },
  {
    name: 'cipher',
    label: 'Encryption',
    input: 'select',
    options: [
      { value: 'cbc', label: 'AES-128-CBC (most accounts)' },
      { value: 'gcm', label: 'AES-256-GCM (newer integration kits)' },
    ],
    initial: 'cbc',
    help: 'As in the integration kit that CCAvenue has given you. Nothing else is accepted.',
  },
  ...fieldsOf('india'),
  ...fieldsOf('uae'),
]

export const modeOf = ({ settings }: Pick<Set, 'settings'>): ProviderMode =>
  settings.mode === 'live' ? 'live' : 'test'

/** The accounts whose three fields are filled. */
export function accountsOf(set: Set, urls: SupplierUrls): readonly Account[] {
  return (['india', 'uae'] as const).flatMap((country) => {
    const { merchantId, accessCode, workingKey } = filled(set, country)
    if (!merchantId || !accessCode || !workingKey) return []
    const { page, api } = hosts[country][modeOf(set)]
    return [
      {
        country,
        currency: countries[country].currency,
        merchantId,
        accessCode,
        workingKey,
        cipher: set.settings.cipher === 'gcm' ? 'gcm' : 'cbc',
        pageUrl: `${without(urls.CCAVENUE_URL ?? page)}/transaction/transaction.do?command=initiateTransaction`,
        apiUrl: `${without(urls.CCAVENUE_API_URL ?? api)}/apis/servlet/DoWebTrans`,
      },
    ]
  })
}
const without = (url: string): string => url.replace(/\/+$/, '')
function filled({ settings, secrets }: Set, country: Country) {
  const { prefix } = countries[country]
  return {
    merchantId: settings[`${prefix}_merchant_id`]?.trim() ?? '',
    accessCode: settings[`${prefix}_access_code`]?.trim() ?? '',
    workingKey: secrets[`${prefix}_working_key`]?.trim() ?? '',
  }
}

export const accountFor = (set: Set, urls: SupplierUrls, currency: CurrencyCode): Account | null =>
  accountsOf(set, urls).find((account) => account.currency === currency) ?? null

/** What is wrong with what is set, for staff; null: at least one account is whole, and none is half filled. */
export function accountsFault(set: Set): string | null {
  const given = (['india', 'uae'] as const).filter((country) => Object.values(filled(set, country)).some(Boolean))
  if (given.length === 0) return 'Fill in the account in India (INR), the one in the UAE (AED), or both'
  return given.map((country) => accountFault(set, country)).find((fault) => fault !== null) ?? null
}
function accountFault(set: Set, country: Country): string | null {
  const { title } = countries[country]
  const { merchantId, accessCode, workingKey } = filled(set, country)
  if (!merchantId) return `${title}: the merchant id is missing`
  if (!/^\d{1,20}$/.test(merchantId)) return `${title}: the merchant id is a number`
  if (!accessCode) return `${title}: the access code is missing`
  if (!/^[A-Za-z0-9]{1,60}$/.test(accessCode)) return `${title}: the access code has letters and digits only`
  if (!workingKey) return `${title}: the working key is missing`
  return /^[\x21-\x7e]{32}$/.test(workingKey) ? null : `${title}: the working key has 32 characters`
}
