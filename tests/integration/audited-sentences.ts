import { sentenceOf, sentenceText } from '../../src/admin/audit/sentence.ts'
import { loadSpecs } from '../../src/admin/audit/specs.ts'
import { hasText } from '../../src/admin/text.ts'
import { auditThings } from '../../src/modules/account/audit-rules.ts'
import type { AuditLine } from '../../src/modules/account/contract.ts'

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
