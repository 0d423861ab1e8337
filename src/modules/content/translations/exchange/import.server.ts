import { setImmediate as nextTurn } from 'node:timers/promises'
import { forAnswer } from '../../../../kernel/messages.ts'
import { Refusal } from '../../../../kernel/refusal.ts'
import { withTexts } from '../../../../kernel/translations.ts'
import type { Trx } from '../../../../platform/db/database.server.ts'
import {
  type Asked,
  givenIn,
  nothingStored,
  type Plan,
  planFields,
  refusedFile,
  type Stored,
  type TextSubject,
} from '../../../catalogue/index.server.ts'
import { text } from '../../text.ts'
import { requireTarget } from '../edit.server.ts'
import { type SubjectId, storedIn, tagsOf, translationAudit, writeTranslations } from '../stored.server.ts'
import type { SubjectDeps } from '../subjects.server.ts'
import { fileId, isFileId, mayTranslate, readSubjects, withOwnTexts } from './subjects.server.ts'

/** Null: the file as a whole is refused. */
type ContentPlan = Plan & { readonly of: SubjectId | null }

/** The texts of pages, sliders, menus and settings in files for translators. */
export const contentTexts = (deps: SubjectDeps): TextSubject => ({
  owns: isFileId,
  plan: async (trx, asked) => {
    const plans = await planContent({ ...deps, db: trx }, asked)
    return { plans, store: (now) => store(trx, plans, { language: asked.target, now }) }
  },
})

async function planContent(deps: SubjectDeps, { caller, files, target }: Asked): Promise<ContentPlan[]> {
  const { language, original } = await requireTarget(deps, target)
  const subjects = new Map((await readSubjects(deps, original)).map((subject) => [fileId(subject), subject]))
  const storedOf = await storedIn(deps.db, language)
  const plans: ContentPlan[] = []
  for (const file of files) {
    const subject = subjects.get(file.id)
    if (!subject) plans.push({ ...refusedFile(file, text('translationFile.unknown')), of: null })
    else if (!mayTranslate(caller, subject))
      plans.push({ ...refusedFile(file, text('translationFile.notAllowed'), forAnswer(subject.title)), of: null })
    else {
      const before = storedOf(subject)
      const stored = withOwnTexts(subject.texts, before, language)
      const known = { fields: subject.texts, pathOf: (id: string) => id, original: originalOf, stored }
      const { subject: kind, id, title } = subject
      const fields = planFields(file.units, known)
      plans.push({ ...{ id: file.id, title: forAnswer(title), before, fields }, of: { subject: kind, id } })
    }
    await nextTurn()
  }
  return plans
}

const originalOf = ({ original }: { readonly original: string }): string => original

/** Refuses 'catalogue/translations-changed' if someone else has stored a translation since the plan. */
async function store(
  trx: Trx,
  plans: readonly ContentPlan[],
  { language, now }: { readonly language: string; readonly now: Date },
): Promise<Stored> {
  const changes = plans.flatMap(({ of, before, fields }) => {
    const given = givenIn(fields)
    if (of === null || given.length === 0) return []
    return [{ ...of, language, now, before, after: withTexts(before, given), paths: given.map(({ path }) => path) }]
  })
  if (changes.length === 0) return nothingStored
  const isStored = await writeTranslations(trx, changes.toSorted(byId))
  if (!isStored) throw new Refusal('catalogue/translations-changed')
  return {
    audits: changes.map((change) => translationAudit(change, change.before, change.after)),
    tags: tagsOf(changes.map(({ subject }) => subject)),
  }
}

/** Two imports at once take the rows in the same order. */
const byId = (one: SubjectId, other: SubjectId): number => (fileId(one) < fileId(other) ? -1 : 1)
