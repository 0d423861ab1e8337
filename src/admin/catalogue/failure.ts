import { readFault } from '../api.ts'
import { textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'

const t = textOf('catalogue')

/** The text of an error toast: the server's reason, the kind's sentence, or both (A§8). */
export function failureOf(edited: EditedKind, what: 'saveFailed' | 'deleteFailed', error: unknown): string {
  const { failure } = edited.admin
  const reason = readFault(error).message || textOf('shell')('unreachable')
  const entity = edited.inSentence
  if (failure === 'sentence-and-reason' && what === 'saveFailed') return t('saveFailedBecause', { entity, reason })
  return failure ? t(what, { entity }) : reason
}
