import type { FieldError } from '../../../kernel/refusal.ts'
import type { ProviderDescription, ProviderField } from '../port.ts'

/** What staff send of one gateway: what is left out stays as it is. */
export type GatewayEdit = {
  readonly name: string
  /** The one that was shown. */
  readonly version: number
  readonly enabled?: boolean | undefined
  /** By field name; '' clears. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** By field name; '' keeps what is stored, null removes it. */
  readonly secrets?: Readonly<Record<string, string | null>> | undefined
  readonly manual_instructions?: string | undefined
}

const longest = 4_000
const longestLine = 1_000

/** What is wrong with an edit, by 'name.field'. The provider's own description says which fields there are. */
export function editErrors(described: Pick<ProviderDescription, 'name' | 'fields'>, edit: GatewayEdit): FieldError[] {
  const find = (name: string, isSecret: boolean) =>
    described.fields.find((field) => field.name === name && Boolean(field.isSecret) === isSecret)
  const check = (values: Readonly<Record<string, string | null>>, isSecret: boolean) =>
    Object.entries(values).flatMap(([name, value]) => {
      const message = fieldFault(find(name, isSecret), value)
      return message ? [{ path: `${described.name}.${name}`, message }] : []
    })
  return [...check(edit.settings ?? {}, false), ...check(edit.secrets ?? {}, true)]
}

function fieldFault(field: ProviderField | undefined, value: string | null): string | null {
  if (!field) return 'There is no such field'
  if (value === null || value === '') return null
  if (field.input === 'switch') return ['true', 'false'].includes(value) ? null : 'Please choose yes or no'
  if (field.input === 'select')
    return field.options?.some((option) => option.value === value) ? null : 'Please choose one of the list'
  if (field.input === 'text' && /[\r\n]/.test(value)) return 'Use one line'
  const most = field.input === 'text' ? longestLine : longest
  return value.length <= most ? null : `Use at most ${most} characters`
}

/** The secrets after an edit: '' and what is not named stay, null goes. */
export function mergeSecrets(
  stored: Readonly<Record<string, string>>,
  edit: GatewayEdit['secrets'] = {},
): Readonly<Record<string, string>> {
  const kept = Object.entries(stored).filter(([name]) => edit[name] !== null)
  const given = Object.entries(edit).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries([...kept, ...given])
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
/** What staff call a provider: its label where that names it, else its name with what customers read beside it. */
export function staffLabel({ name, label }: Pick<ProviderDescription, 'name' | 'label'>): string {
  if (lettersOf(label).includes(lettersOf(name))) return label
  const words = name.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (${label})`
}

/** The first field that must have a value and has none. */
export const missingField = (
  fields: readonly ProviderField[],
  values: Readonly<Record<string, string>>,
): ProviderField | undefined => fields.find(({ name, isRequired }) => isRequired && !values[name])

type Known = {
  readonly described: Pick<ProviderDescription, 'currencies' | 'currencyRefusal' | 'label'>
  readonly enabled: boolean
  /** What is missing, or the provider's own word; null: ready. */
  readonly notReady: string | null
  /** What it charges in; null: whatever the booking is in. */
  readonly currency: string | null
  /** Why bookings cannot be paid with it, for each currency that services are priced in; with null for one that can. */
  readonly refusals: readonly (string | null)[]
}

/** Why customers are not offered a gateway, as a sentence for staff; null: they are. */
export function whyNotOffered({ described, enabled, notReady, currency, refusals }: Known): string | null {
  if (notReady) return notReady
  if (currency && described.currencies && !described.currencies.includes(currency))
    return described.currencyRefusal ?? `${described.label} cannot take payments in ${currency}`
  const [refusal] = refusals
  if (refusal && refusals.every((each) => each !== null)) return refusal
  return enabled ? null : 'Switched off'
}
