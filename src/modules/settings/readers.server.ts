import { knownLanguages, type Language } from '../../kernel/language.ts'
import type { Reader } from '../../kernel/translations.ts'
import type { Core } from '../../platform/core.server.ts'
import { readLanguages } from './queries.server.ts'

/** Null: who reads this language reads what the agency has written. */
export async function readerOf(core: Core, language: Language): Promise<Reader | null> {
  const { first } = await readLanguages(core)
  return language === first ? null : { language, original: first }
}

/** The languages that the agency's texts can be translated into, whether they are offered or not. */
export async function readTargets(core: Core): Promise<readonly Reader[]> {
  const { first } = await readLanguages(core)
  return knownLanguages.filter((language) => language !== first).map((language) => ({ language, original: first }))
}

/** Null for a language that the shop does not know, and for the one that the agency writes in. */
export const findTarget = async (core: Core, code: string): Promise<Reader | null> =>
  (await readTargets(core)).find(({ language }) => language === code) ?? null
