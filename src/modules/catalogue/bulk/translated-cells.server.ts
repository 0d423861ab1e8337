/** What a row's translations change in its item. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { messageOfIssue } from '../../../kernel/issue-message.ts'
import { knownLanguages, type Language } from '../../../kernel/language.ts'
import { withAlt } from '../../../kernel/picture-edits.ts'
import { altOf, readUploadedPicture, splitAlt } from '../../../kernel/pictures.ts'
import {
  type GivenText,
  isBlank,
  type Sources,
  type StoredTranslation,
  type Texts,
  withTexts,
} from '../../../kernel/translations.ts'
import type { FieldSpec } from '../../../services/kind.ts'
import { picturesOf } from '../rules.ts'
import { text } from '../text.ts'
import { picturePath, picturesPath } from '../translations/pictures.ts'
import { originalAt, schemaOf } from '../translations/rules.ts'
import type { CatalogueService } from '../views.server.ts'
import {
  cellsByName,
  type Mapping,
  readCell,
  readList,
  type TranslatedColumn,
  translatedColumns,
  writeCell,
} from './columns.ts'
import type { CellError, TranslationVersions } from './tables.server.ts'
import type { OldTranslation } from './undo-rules.ts'

/** The columns with translations that a file has; also in a language that was switched off in the meantime. */
export const translatedIn = (specs: readonly FieldSpec[], mapping: Mapping): readonly TranslatedColumn[] =>
  translatedColumns(specs, knownLanguages).filter(({ name }) => mapping.includes(name))

type Given = Pick<ReadTranslations, 'given'>
export interface ReadTranslations {
  readonly given: readonly { readonly column: TranslatedColumn; readonly path: string; readonly value: unknown }[]
  readonly errors: readonly CellError[]
}
/** Empty cells leave translations as they are. */
export function readTranslatedCells(
  columns: readonly TranslatedColumn[],
  mapping: Mapping,
  cells: readonly string[],
): ReadTranslations {
  const cellOf = cellsByName(mapping, cells)
  const texts = columns.flatMap((column) => {
    const cell = cellOf.get(column.name) ?? ''
    if (cell.trim() === '') return []
    return textsIn(column, cell).map(({ path, typed }) => {
      return { column, path, result: schemaOf({ ...column.field, path }).safeParse(typed) }
    })
  })
  return {
    given: texts.flatMap(({ column, path, result }) => (result.success ? [{ column, path, value: result.data }] : [])),
    errors: texts.flatMap(({ column: { name }, result }) =>
      result.success ? [] : result.error.issues.map((issue) => ({ column: name, message: messageOfIssue(issue) })),
    ),
  }
}

const isOfPictures = ({ field }: TranslatedColumn): boolean => field.path === picturesPath
function textsIn(column: TranslatedColumn, cell: string): { readonly path: string; readonly typed: unknown }[] {
  const { field } = column
  if (!isOfPictures(column)) return [{ path: field.path, typed: readCell(field, cell, '') }]
  const addresses = field.input === 'images' ? readList(cell) : [cell.trim()]
  return addresses
    .filter((address) => altOf(address) !== '')
    .map((address) => ({ path: picturePath(address), typed: altOf(address) }))
}

type Translated = { readonly service: CatalogueService; readonly texts: Texts }
/** What `readTranslatedCells` reads as the same texts. */
export function writeTranslatedCell(
  column: TranslatedColumn,
  specs: readonly FieldSpec[],
  { service, texts }: Translated,
): string {
  const { field } = column
  if (!isOfPictures(column))
    return isBlank(originalAt(service, specs, field.path)) ? '' : writeCell(field, texts[field.path], service.currency)
  const addresses = field.input === 'images' ? picturesOf(service.details, specs) : [service.featuredImage ?? '']
  const translated = addresses.flatMap((address) => {
    const alt = altOf(address) === '' ? undefined : texts[picturePath(address)]
    return isBlank(alt) ? [] : [withAlt(fileOf(address), String(alt))]
  })
  return writeCell(field, field.input === 'images' ? translated : translated[0], service.currency)
}
/** Without what is shown until an uploaded picture arrives. */
const fileOf = (address: string): string => {
  const { file } = splitAlt(address)
  return readUploadedPicture(file) ? file.replace(/#.*/, '') : file
}

/** Of one item, into one language. */
export interface TranslationChange {
  readonly language: Language
  readonly paths: readonly string[]
  readonly before: StoredTranslation
  readonly after: StoredTranslation
}
/** `digests`: of the texts that the item has with the row. */
type Known = {
  readonly digests: Sources
  readonly stored: (language: Language) => StoredTranslation
  /** Null: a stored translation may always be replaced. */
  readonly previewed: TranslationVersions | null
}
/** Of the translations that the cells of a row are compared with. */
export const versionsSeen = ({ given }: Given, stored: Known['stored']): TranslationVersions =>
  Object.fromEntries(given.map(({ column: { language } }) => [language, stored(language).version]))

/**
 * A text other than the stored one counts as made from the original in the same row. A stored text changes nothing: it
 * may be older than its original. A translation edited since the preview is not overwritten.
 */
export function planTranslations(
  { given }: Given,
  { digests, stored, previewed }: Known,
): { readonly changes: readonly TranslationChange[]; readonly errors: readonly CellError[] } {
  const changed = given.filter(
    ({ column: { language }, path, value }) => !isDeepStrictEqual(stored(language).texts[path], value),
  )
  const isStale = (language: Language) => previewed !== null && (previewed[language] ?? 0) !== stored(language).version
  const errors = changed.flatMap(({ column: { name, language }, path }): CellError[] => {
    if (digests[path] === undefined) return [{ column: name, message: text('bulk.noOriginal') }]
    return isStale(language) ? [{ column: name, message: text('bulk.translationChanged') }] : []
  })
  const changes = [...Map.groupBy(changed, ({ column }) => column.language)].map(([language, cells]) => {
    const texts = cells.map(({ path, value }): GivenText => ({ path, source: digests[path] ?? '', value }))
    const before = stored(language)
    return { language, before, after: withTexts(before, texts), paths: texts.map(({ path }) => path) }
  })
  return { changes, errors }
}

export const oldTranslation = ({ language, paths, before, after }: TranslationChange): OldTranslation => ({
  ...{ language, version: after.version },
  texts: paths.map((path) => ({ path, source: before.sources[path] ?? '', value: before.texts[path] ?? null })),
})
