import { expect, vi } from 'vitest'
import { sentenceOf, sentenceText } from '../../src/admin/audit/sentence.ts'
import { loadSpecs } from '../../src/admin/audit/specs.ts'
import type { HistoryOwner } from '../../src/admin/bookings/event-facts.ts'
import { hasText } from '../../src/admin/text.ts'
import { auditThings } from '../../src/modules/account/audit-rules.ts'
import type { AuditLine } from '../../src/modules/account/contract.ts'
import type { TestCore } from '../support/database.ts'

type AdminBooking = HistoryOwner['booking']

/** All entries; a bulk action is one. */
export async function readTrail(read: (path: string) => Promise<object>): Promise<AuditLine[]> {
  const all: AuditLine[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page = (await read(`/api/admin/audit?limit=100${after}`)) as { items: AuditLine[]; nextCursor: string | null }
    all.push(...page.items)
    after = page.nextCursor === null ? null : `&cursor=${encodeURIComponent(page.nextCursor)}`
  }
  return all
}

/** All bookings with their histories. */
export async function readHistories({ db }: Pick<TestCore, 'db'>, read: (path: string) => Promise<object>) {
  const ids = await db.selectFrom('bookings').select('id').execute()
  return Promise.all(ids.map(async ({ id }) => (await read(`/api/admin/bookings/${id}`)) as AdminBooking))
}

/** An id, JSON, or a gap that no value filled. */
const rawText = /[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{16}|{"|":|\[object|undefined|\uE000/

/** Actions and types without words, and texts that only a machine reads. */
export async function rawIn(lines: readonly AuditLine[]): Promise<string[]> {
  const specs = await loadSpecs()
  const things = new Set<string>(Object.values(auditThings).flat())
  return lines.flatMap((line) => {
    const sentence = sentenceOf(line, specs)
    const values = sentence.changes.flatMap(({ label, before, after }) => [label, before, after])
    const raw = [sentenceText(sentence), ...values].filter((text) => rawText.test(text ?? ''))
    return [
      ...(hasText('auditActions', line.action.replaceAll('.', '-')) ? [] : [`no words for ${line.action}`]),
      ...(things.has(line.subject_type) ? [] : [`no filter has ${line.subject_type}`]),
      ...raw.map((text) => `${line.action}: ${text}`),
    ]
  })
}

/** The same in both languages. */
const sameInArabic = new Set(['STARTTLS', 'TLS', 'Ok to Board', 'AED', 'USD', 'INR'])
/** Parts of texts in Latin letters that neither staff nor customers have written: what is `stored` does not have them. */
const englishIn = (texts: readonly (string | null)[], stored: string): string[] =>
  texts
    .flatMap((text) => text?.split(/[\u2066-\u2069:;,،·\n]+/) ?? [])
    .map((part) => part.replaceAll('\u200f', '').trim())
    .filter((part) => /\p{Script=Latin}{2}/u.test(part) && !stored.includes(part) && !sameInArabic.has(part))

async function importArabic() {
  vi.stubGlobal('document', { documentElement: { lang: 'ar' } })
  const [{ sentenceOf }, { loadSpecs }, { eventFacts }, { inWords }] = await Promise.all([
    import('../../src/admin/audit/sentence.ts'),
    import('../../src/admin/audit/specs.ts'),
    import('../../src/admin/bookings/event-facts.ts'),
    import('../../src/admin/labels.tsx'),
  ])
  const specs = await loadSpecs()
  vi.unstubAllGlobals()
  return { sentenceOf, specs, eventFacts, inWords }
}

/**
 * What the Arabic audit trail and the histories of `bookings`, which must have most events, show in English. The modules
 * must have been reset, as they were loaded in English.
 */
export async function englishInArabic(
  lines: readonly AuditLine[],
  bookings: readonly AdminBooking[],
): Promise<string[]> {
  const { sentenceOf, specs, eventFacts, inWords } = await importArabic()
  const inTrail = lines.flatMap((line) => {
    const texts = sentenceOf(line, specs).changes.flatMap(({ label, before, after }) => [label, before, after])
    return englishIn(texts, JSON.stringify(line)).map((part) => `${line.action}: ${part}`)
  })
  expect(new Set(bookings.flatMap(({ history }) => history.map(({ event }) => event))).size).toBeGreaterThan(20)
  const inHistories = bookings.flatMap((booking) =>
    booking.history.flatMap(({ event, data }) => {
      const asked = [...(specs.get(booking.service_type)?.values() ?? [])]
      const texts = [inWords(event), ...eventFacts({ booking, specs: asked }, event, data)]
      return englishIn(texts, JSON.stringify(data)).map((part) => `${event}: ${part}`)
    }),
  )
  return [...new Set([...inTrail, ...inHistories])].toSorted()
}
