import type { Text } from '../../../../kernel/messages.ts'
import type { FieldError } from '../../../../kernel/refusal.ts'
import type { ProviderDescription, ProviderField } from '../../port.ts'
import { text } from '../../text.ts'

/** A change to one gateway; omitted fields stay as they are. */
export type GatewayEdit = {
  readonly name: string
  /** The version that staff edited. */
  readonly version: number
  readonly enabled?: boolean | undefined
  /** By field name. '' clears the value. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** By field name. '' keeps the stored secret, null removes it. */
  readonly secrets?: Readonly<Record<string, string | null>> | undefined
  readonly manual_instructions?: string | undefined
  /** '' restores the provider's own name. */
  readonly display_name?: string | undefined
}

const maxTextLength = 4_000
const maxLineLength = 1_000

/** Validates an edit against the provider's description, with 'name.field' paths. */
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

function fieldFault(field: ProviderField | undefined, value: string | null): Text | null {
  if (!field) return text('gateways.noSuchField')
  if (value === null || value === '') return null
  if (field.input === 'switch') return ['true', 'false'].includes(value) ? null : text('gateways.yesOrNo')
  if (field.input === 'select')
    return field.options?.some((option) => option.value === value) ? null : text('gateways.fromList')
  if (field.input === 'text' && /[\r\n]/.test(value)) return text('gateways.oneLine')
  const maxLength = field.input === 'text' ? maxLineLength : maxTextLength
  return value.length <= maxLength ? null : text('gateways.tooLong', { max: maxLength })
}

/** Applies an edit: '' and omitted secrets stay, null removes one. */
export function mergeSecrets(
  stored: Readonly<Record<string, string>>,
  edit: GatewayEdit['secrets'] = {},
): Readonly<Record<string, string>> {
  const kept = Object.entries(stored).filter(([name]) => edit[name] !== null)
  const changed = Object.entries(edit).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries([...kept, ...changed])
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
/** The label for staff: the provider's label if it contains the name, else the name with the label in brackets. */
export function staffLabel({ name, label }: Pick<ProviderDescription, 'name' | 'label'>, english: string): Text {
  if (lettersOf(english).includes(lettersOf(name))) return label
  const words = name.replaceAll('_', ' ')
  return text('gateways.staffLabel', { name: `${words.charAt(0).toUpperCase()}${words.slice(1)}`, label })
}

/** The first required field without a value. */
export const missingField = (
  fields: readonly ProviderField[],
  values: Readonly<Record<string, string>>,
): ProviderField | undefined => fields.find(({ name, isRequired }) => isRequired && !values[name])

type Known = {
  readonly described: Pick<ProviderDescription, 'currencies' | 'currencyRefusal' | 'label'>
  readonly enabled: boolean
  /** Why it is not ready; null: ready. */
  readonly notReady: Text | null
  /** The currency charged; null: the booking's own. */
  readonly currency: string | null
  /** For each currency of the catalogue: why it cannot be charged, or null. */
  readonly refusals: readonly (Text | null)[]
}

/** Tells staff why customers do not see a gateway; null: they see it. */
export function whyNotOffered({ described, enabled, notReady, currency, refusals }: Known): Text | null {
  if (notReady) return notReady
  if (currency && described.currencies && !described.currencies.includes(currency))
    return described.currencyRefusal ?? text('charge.currency', { provider: described.label, currency })
  const [refusal] = refusals
  if (refusal && refusals.every((each) => each !== null)) return refusal
  return enabled ? null : text('gateways.off')
}
