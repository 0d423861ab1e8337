import { dateIn } from '../../kernel/dates.ts'
import { catalogueLanguage } from '../../kernel/language.ts'
import { text } from '../../modules/account/text.ts'
import { maskLinks } from '../../modules/mail/index.server.ts'
import { readSettings } from '../../modules/settings/index.server.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { resolveTexts, say } from '../../platform/messages.server.ts'
import { type EraseDeps, getPerson, markOf } from '../erase-person.server.ts'
import { personPage } from './page.ts'
import { type Exported, type Row, readPersonRows } from './read.server.ts'

export interface PersonFile {
  readonly file_name: string
  readonly html: string
}

/** Everything that is stored about a person, in one file. Audited. Refuses 'account/person-unknown'. */
export async function exportPerson(deps: EraseDeps, caller: Caller, email: string): Promise<PersonFile> {
  const [now, { time_zone: zone }] = [deps.clock(), await readSettings(deps)]
  const exported = await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { person, recordIds } = await getPerson(deps, trx, email)
      const user = person.userId === null ? [] : [person.userId]
      const keys = { email: [email], user, bookings: person.bookingIds, records: recordIds }
      const sections = await readPersonRows(trx, keys)
      const rows = sections.reduce((sum, each) => sum + each.rows.length, 0)
      const subject = { subjectType: 'person', subjectId: markOf(deps, email) }
      await writeAudit(trx, caller, { action: 'person.exported', ...subject, after: { rows } }, now)
      return sections.map(withoutAccess)
    })
  const words = {
    title: say(text('personFile.title', { email })),
    intro: say(text('personFile.intro', { at: dateIn(zone, now) })),
    ...{ yes: say(text('personFile.yes')), no: say(text('personFile.no')) },
    heading: (title: string) => say(text(`personFile.sections.${title}` as 'personFile.sections.account')),
  }
  const shown = { email, madeAt: now, zone, exported: resolveTexts(exported, catalogueLanguage), words }
  return { file_name: `personal-data-${dateIn(zone, now)}.html`, html: personPage(shown) }
}

/** The file must not give access to the account or its bookings, nor name staff: masks links in mails, drops actors' names. */
function withoutAccess({ section, rows }: Exported): Exported {
  if (section.table === 'booking_history') return { section, rows: rows.map(withoutStaff) }
  if (section.table !== 'mail_messages') return { section, rows }
  // Mails about no booking may have links without a token.
  const textOf = (row: Row) => (row.booking_id === null ? null : maskLinks(String(row.text)))
  return { section, rows: rows.map((row) => ({ ...row, text: textOf(row) })) }
}

function withoutStaff(row: Row): Row {
  const { actorName: _, ...data } = row.data as Row
  return { ...row, data }
}
