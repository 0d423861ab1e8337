import type { Text } from '../../kernel/messages.ts'
import { hasText, say, textOf } from '../text.ts'

const t = textOf('answerNames')
const fieldNames = textOf('auditFields')
const ofTraveller = /^traveller_(\d+)_(\w+)$/
const ofRemoved = /^removed_traveller_(\d+)_name$/

/** 'changedSecrets' -> 'changed_secrets' */
export const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** 'final_minor' is an amount that screens call 'Amount'. */
export const plainKey = (key: string): string => snakeCase(key).replace(/_(minor|hundredths)$/, '')

/**
 * What a changed value of a booking is called in its history and in the audit trail: 'traveller_1_date_of_birth',
 * 'adults_count', or an answer to a question whose label `labelOf` knows. null for any other key.
 */
export function answerName(key: string, labelOf: (key: string) => Text | undefined): string | null {
  const [, traveller = '', field = ''] = ofTraveller.exec(key) ?? []
  if (field) return t('traveller', { number: traveller, field: answerName(field, labelOf) ?? field })
  const [, removed] = ofRemoved.exec(key) ?? []
  if (removed) return t('removed')
  if (hasText('auditFields', key)) return fieldNames(key)
  const label = labelOf(key)
  return label === undefined ? null : say(label)
}
