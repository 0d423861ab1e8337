import type { FieldError } from '../../kernel/refusal.ts'
import type { RuleRequest } from '../kind.ts'
import { text } from './text.ts'

/** Only languages that the service lists can be chosen (D171). */
export function languageErrors(request: RuleRequest, languages: readonly string[]): FieldError[] {
  return !request.language || languages.includes(request.language)
    ? []
    : [{ path: 'selected_language', message: text('shop.languageNotOffered') }]
}
