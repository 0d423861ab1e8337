import type { Text } from '../../../kernel/messages.ts'
import type { CurrencyCode } from '../../../kernel/money.ts'
import { trimEnd } from '../../../kernel/trim.ts'
import type { ProviderContext, ProviderField, ProviderMode, SupplierUrls } from '../../../modules/payment/port.ts'
import type { Cipher } from './cipher.server.ts'
import { text } from './text.ts'

/** CCAvenue India and CCAvenue UAE are separate companies with separate contracts. Each charges in its own currency. */
export type Account = {
  readonly country: Country
  readonly currency: CurrencyCode
  readonly merchantId: string
  readonly accessCode: string
  readonly workingKey: string
  readonly cipher: Cipher
  readonly pageUrl: string
  readonly apiUrl: string
}
export type Country = 'india' | 'uae'
type Set = Pick<ProviderContext, 'settings' | 'secrets'>

const countries = {
  india: { prefix: 'india', currency: 'INR' },
  uae: { prefix: 'uae', currency: 'AED' },
} as const
export const nameOf = (country: Country) => text(`countries.${country}`)
export const everyCurrency: readonly CurrencyCode[] = Object.values(countries).map(({ currency }) => currency)

/** The UAE has no test host: there, the keys alone select the test account. */
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

/** Origins that the payment page may post to, for the form-action policy. */
export function pageOrigins(urls: SupplierUrls): readonly string[] {
  if (urls.CCAVENUE_URL) return [new URL(urls.CCAVENUE_URL).origin]
  return [...new Set(Object.values(hosts).flatMap(({ live, test }) => [live.page, test.page]))]
}

const fieldsOf = (country: Country): ProviderField[] => {
  const { prefix, currency } = countries[country]
  const named = { country: nameOf(country) }
  return [
    {
      name: `${prefix}_merchant_id`,
      label: text('fields.merchantId.label', named),
      input: 'text',
      help: text('fields.merchantId.help', { currency }),
    },
    {
      name: `${prefix}_access_code`,
      label: text('fields.accessCode.label', named),
      input: 'text',
      help: text('fields.accessCode.help'),
    },
    {
      name: `${prefix}_working_key`,
      label: text('fields.workingKey.label', named),
      input: 'text',
      isSecret: true,
      help: text('fields.workingKey.help'),
    },
  ]
}
export const fields: readonly ProviderField[] = [
  {
    name: 'mode',
    label: text('fields.mode.label'),
    input: 'select',
    options: [
      { value: 'test', label: text('fields.mode.test') },
      { value: 'live', label: text('fields.mode.live') },
    ],
    initial: 'test',
  },
  {
    name: 'cipher',
    label: text('fields.cipher.label'),
    input: 'select',
    options: [
      { value: 'cbc', label: text('fields.cipher.cbc') },
      { value: 'gcm', label: text('fields.cipher.gcm') },
    ],
    initial: 'cbc',
    help: text('fields.cipher.help'),
  },
  ...fieldsOf('india'),
  ...fieldsOf('uae'),
]

export const modeOf = ({ settings }: Pick<Set, 'settings'>): ProviderMode =>
  settings.mode === 'live' ? 'live' : 'test'

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
const without = (url: string): string => trimEnd(url, '/')
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

/** Returns a message for staff, or null if at least one account is complete and none is half filled. */
export function accountsFault(set: Set): Text | null {
  const given = (['india', 'uae'] as const).filter((country) => Object.values(filled(set, country)).some(Boolean))
  if (given.length === 0) return text('notReady.noAccount')
  return given.map((country) => accountFault(set, country)).find((fault) => fault !== null) ?? null
}
function accountFault(set: Set, country: Country): Text | null {
  const named = { country: nameOf(country) }
  const { merchantId, accessCode, workingKey } = filled(set, country)
  if (!merchantId) return text('notReady.merchantIdMissing', named)
  if (!/^\d{1,20}$/.test(merchantId)) return text('notReady.merchantIdWrong', named)
  if (!accessCode) return text('notReady.accessCodeMissing', named)
  if (!/^[A-Za-z0-9]{1,60}$/.test(accessCode)) return text('notReady.accessCodeWrong', named)
  if (!workingKey) return text('notReady.workingKeyMissing', named)
  return /^[\x21-\x7e]{32}$/.test(workingKey) ? null : text('notReady.workingKeyWrong', named)
}
