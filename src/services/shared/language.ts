import type { FieldError } from '../../kernel/refusal.ts'
import type { RuleRequest } from '../kind.ts'

/** A language can be chosen among those that the service lists, and nothing else (D171). */
export function languageErrors(request: RuleRequest, languages: readonly string[]): FieldError[] {
  return !request.language || languages.includes(request.language)
    ? []
    : [{ path: 'selected_language', message: 'Please choose one of the languages on offer' }]
}
