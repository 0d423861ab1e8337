import type { Language } from '../../../../kernel/language.ts'
import { Refusal } from '../../../../kernel/refusal.ts'
import { type AgencyText, isBlank, type StoredTranslation, stateOf } from '../../../../kernel/translations.ts'
import type { Caller } from '../../../../platform/core.server.ts'
import { say } from '../../../../platform/messages.server.ts'
import { digestOf } from '../../../../platform/text-digest.server.ts'
import type { OutgoingFile, OutgoingUnit } from '../../../../platform/xliff/document.ts'
import { writeXliff } from '../../../../platform/xliff/write.ts'
import { requireTarget } from '../edit.server.ts'
import { storedIn } from '../stored.server.ts'
import type { SubjectDeps } from '../subjects.server.ts'
import { type FileSubject, fileId, mayTranslate, readSubjects, withOwnTexts } from './subjects.server.ts'

export interface ExportInput {
  readonly language: string
  /** Only texts that are missing or outdated. */
  readonly onlyOpen: boolean
}

/**
 * The pieces of an XLIFF file with the texts that the caller may translate. At most five statements. Refuses
 * 'content/invalid' (the language) and, if no text is left for the file, 'catalogue/nothing-to-translate'.
 */
export async function exportContent(
  deps: SubjectDeps,
  caller: Caller,
  { language: code, onlyOpen }: ExportInput,
): Promise<readonly string[]> {
  const { language, original } = await requireTarget(deps, code)
  const storedOf = await storedIn(deps.db, language)
  const files = (await readSubjects(deps, original))
    .filter((subject) => mayTranslate(caller, subject))
    .map((subject) => fileOf(subject, { stored: storedOf(subject), language, onlyOpen }))
    .filter(({ units }) => units.length > 0)
  if (files.length === 0) throw new Refusal('catalogue/nothing-to-translate')
  return [...writeXliff({ source: original, target: language }, files)]
}

type Into = { readonly stored: StoredTranslation; readonly language: Language; readonly onlyOpen: boolean }
function fileOf(subject: FileSubject, { stored, language, onlyOpen }: Into): OutgoingFile {
  const shown = withOwnTexts(subject.texts, stored, language)
  const units = subject.texts
    .filter(({ original }) => original !== '')
    .map((field) => ({ field, unit: unitOf(field, shown) }))
    .filter(({ field, unit }) => !onlyOpen || isOpen(field, unit))
    .map(({ unit }) => unit)
  return { id: fileId(subject), original: `${subject.subject}/${subject.id}`, note: say(subject.title), units }
}

function unitOf({ path, label, input, original }: AgencyText, shown: StoredTranslation): OutgoingUnit {
  const target = shown.texts[path]
  return {
    ...{ id: path, note: say(label), isMarked: input === 'richtext', source: original },
    target: isBlank(target) ? null : String(target),
    isTranslated: stateOf(path, digestOf(original), shown) === 'translated',
  }
}

const isOpen = ({ isOptional }: AgencyText, { target, isTranslated }: OutgoingUnit): boolean =>
  !isTranslated && !(isOptional && target === null)
