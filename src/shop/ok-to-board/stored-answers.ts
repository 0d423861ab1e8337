import { draftKeyOf } from '../booking-form/draft.ts'
import { readKept, writeKept } from '../form/kept.ts'

/** Pages of earlier versions stored the answers under camelCase names, which are refused now. */
export function renameStoredAnswers(serviceId: string): void {
  const draft = readKept(draftKeyOf(serviceId))
  const { details } = draft
  if (typeof details !== 'object' || details === null || !Object.keys(details).some((name) => /[A-Z]/.test(name)))
    return
  const answers = Object.entries(details).map(([name, answer]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    answer,
  ])
  writeKept(draftKeyOf(serviceId), { ...draft, details: Object.fromEntries(answers) })
}
