import type { CurrencyCode } from '../../kernel/money.ts'
import { resolveTexts, say } from '../../platform/messages.server.ts'
import type { Details, KindFields, Party, PricedService, RuleRequest } from '../kind.ts'

/** An item with details validated by the kind's schema, as the rules expect. */
export const aService = (fields: KindFields, details: Details, currency: CurrencyCode = 'USD'): PricedService => ({
  title: 'Dubai in a day',
  currency,
  details: fields.details.parse(details),
})

export const aParty = (party: Partial<Party> = {}): Party => ({ adults: 1, children: 0, infants: 0, ...party })

export const aRequest = (request: Partial<Omit<RuleRequest, 'party'>> & { party?: Partial<Party> } = {}) =>
  ({ date: '2026-12-10', time: null, booking: {}, ...request, party: aParty(request.party) }) satisfies RuleRequest

/** Returns the value with its message references as English text. */
export const inEnglish = <Value>(value: Value): Value => resolveTexts(value, 'en')

/** The path and first message of each issue; empty when the value is accepted. */
export function objections(schema: KindFields['details'], value: unknown): Record<string, string> {
  const result = schema.safeParse(value)
  return Object.fromEntries((result.error?.issues ?? []).map((issue) => [issue.path.join('.'), say(issue.message)]))
}
