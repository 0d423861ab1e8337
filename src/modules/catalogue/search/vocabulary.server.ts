import { say } from '../../../platform/messages.server.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { readSettingsOrDefaults } from '../../settings/index.server.ts'
import { text } from '../text.ts'
import type { CatalogueDeps } from '../views.server.ts'
import { type Vocabulary, vocabularyOf } from './words.ts'

const namesOf = ({ key, kind, searchWords }: LoadedKind): string =>
  [key.replaceAll('_', ' '), kind.labels.singular, kind.labels.plural, ...(searchWords ? [searchWords] : [])]
    .map((words) => say(words))
    .join(',')

type Known = { readonly own: string; readonly vocabulary: Vocabulary }
const known = new WeakMap<CatalogueDeps['kinds'], Known>()

/** `own`: the synonyms of the agency. The last vocabulary is kept. */
export function vocabularyWith({ kinds }: Pick<CatalogueDeps, 'kinds'>, own: string): Vocabulary {
  const last = known.get(kinds)
  if (last?.own === own) return last.vocabulary
  const vocabulary = vocabularyOf({
    synonyms: [say(text('search.synonyms')), own],
    kinds: kinds.all.map((kind) => ({ key: kind.key, words: namesOf(kind) })),
    ignored: say(text('search.ignored')),
  })
  known.set(kinds, { own, vocabulary })
  return vocabulary
}

/** One statement for the settings, unless they are cached. */
export const readVocabulary = async (deps: CatalogueDeps): Promise<Vocabulary> =>
  vocabularyWith(deps, (await readSettingsOrDefaults(deps)).search_synonyms)
