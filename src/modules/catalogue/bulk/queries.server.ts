import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Language } from '../../../kernel/language.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { readLanguages } from '../../settings/index.server.ts'
import { viewForStaff } from '../admin-list.server.ts'
import { text } from '../text.ts'
import { readTranslations } from '../translations/store.server.ts'
import { type CatalogueDeps, type CatalogueService, getKind, serviceColumns, viewService } from '../views.server.ts'
import { columnsOf, exampleRow, type TranslatedColumn, translatedColumns, writeRow } from './columns.ts'
import type { UploadRow, UploadView } from './contract.ts'
import { type Columns, columnFaults, guessedColumns } from './headers.ts'
import { byteOrderMark, writeCsv } from './sheets.server.ts'
import type { CellError } from './tables.server.ts'
import { writeTranslatedCell } from './translated-cells.server.ts'
import { viewUndo } from './undo-view.server.ts'
import '../tables.server.ts'
import { forAnswer } from '../../../kernel/messages.ts'
import { say } from '../../../platform/messages.server.ts'

/** The languages of the shop that texts can be translated into. */
export async function translationLanguages(deps: CatalogueDeps): Promise<readonly Language[]> {
  const { first, all } = await readLanguages(deps)
  return all.filter((language) => language !== first)
}
export const allColumns = ({ specs }: LoadedKind, languages: readonly Language[]): Columns => ({
  plain: columnsOf(specs),
  translated: translatedColumns(specs, languages),
})

/** Refuses 'catalogue/no-upload'. */
export async function findUpload(deps: Pick<CatalogueDeps, 'db'>, uploadId: string) {
  const upload = await deps.db.selectFrom('catalogue_uploads').selectAll().where('id', '=', uploadId).executeTakeFirst()
  if (!upload) throw new Refusal('catalogue/no-upload')
  return upload
}

/** Four statements. Refuses 'catalogue/no-upload'. */
export async function viewUpload(deps: CatalogueDeps, uploadId: string): Promise<UploadView> {
  const upload = await findUpload(deps, uploadId)
  const { rows: counted } = await sql<UploadView['counts']>`
    select count(*)::int as total, count(plan)::int as checked,
      count(*) filter (where plan = 'create')::int as create, count(*) filter (where plan = 'update')::int as update,
      count(*) filter (where plan = 'same')::int as same, count(*) filter (where plan = 'invalid')::int as invalid,
      count(*) filter (where warning is not null)::int as warned,
      count(*) filter (where result = 'stored')::int as stored, count(*) filter (where result = 'failed')::int as failed
    from catalogue_upload_rows where upload_id = ${uploadId}`.execute(deps.db)
  const { rows: faults } = await sql<UploadView['faults'][number]>`
    select fault ->> 'column' as column, fault ->> 'message' as message, count(*)::int as count,
      (array_agg(line order by line))[1:5] as rows
    from catalogue_upload_rows, jsonb_array_elements(errors) fault where upload_id = ${uploadId} and errors <> '[]'
    group by 1, 2 order by 3 desc, 1, 2 limit 20`.execute(deps.db)
  const { id, kind, state, headers, mapping } = upload
  const columns = allColumns(getKind(deps, kind), await translationLanguages(deps))
  return {
    id,
    kind,
    fileName: upload.file_name,
    state,
    headers: [...headers],
    mapping: [...mapping],
    guessed: guessedColumns({ headers, mapping }, columns, say),
    columnFaults: columnFaults(headers, columns, say).map(({ column, message }) => ({
      column,
      message: forAnswer(message),
    })),
    fields: [
      ...columns.plain.map(({ name, label, required = false }) => ({ name, label: forAnswer(label), required })),
      ...columns.translated.map(({ name, label }) => ({ name, label: forAnswer(label), required: false })),
    ],
    counts: counted[0] as UploadView['counts'],
    faults,
    createdAt: upload.created_at.toISOString(),
    undo: await viewUndo(deps, upload),
  }
}

/** A page of rows, in file order. Refuses 'catalogue/no-upload'. */
export async function listRows(
  deps: CatalogueDeps,
  input: { uploadId: string; only?: 'faulty' | 'warned' | undefined; page: number; limit: number },
): Promise<{ items: UploadRow[]; total: number }> {
  await findUpload(deps, input.uploadId)
  const all = deps.db
    .selectFrom('catalogue_upload_rows')
    .where('upload_id', '=', input.uploadId)
    .$if(input.only === 'faulty', (query) => query.where(sql<boolean>`errors <> '[]'`))
    .$if(input.only === 'warned', (query) => query.where('warning', 'is not', null))
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const items = await all
    .select(['line as row', 'cells', 'plan', 'result', 'errors', 'warning'])
    .orderBy('line')
    .limit(input.limit)
    .offset((input.page - 1) * input.limit)
    .execute()
  return {
    items: items.map((row) => ({
      ...row,
      cells: [...row.cells],
      warning: row.warning && forAnswer(row.warning),
      errors: row.errors.map(({ column, message }) => ({ column, message: forAnswer(message) })),
    })),
    total,
  }
}

const rowsAtATime = 500
/** Yield to the event loop after this many items. */
const itemsATurn = 100

/** Yields the refused and failed rows as uploaded, with row number and reason. */
export async function* rejectedRows(deps: CatalogueDeps, uploadId: string): AsyncGenerator<string> {
  const { headers } = await findUpload(deps, uploadId)
  yield byteOrderMark + writeCsv([[...headers, 'Row', 'Reason']])
  for (let after = 0; ; ) {
    const rows = await deps.db
      .selectFrom('catalogue_upload_rows')
      .select(['line', 'cells', 'errors'])
      .where('upload_id', '=', uploadId)
      .where('line', '>', after)
      .where(sql<boolean>`errors <> '[]'`)
      .orderBy('line')
      .limit(rowsAtATime)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    yield writeCsv(
      rows.map(({ line, cells, errors }) => [...filledTo(cells, headers.length), String(line), inWords(errors)]),
    )
  }
}
const filledTo = (cells: readonly string[], length: number): string[] =>
  Array.from({ length }, (_, at) => cells[at] ?? '')
const inWords = (errors: readonly CellError[]): string =>
  errors.map(({ column, message }) => (column === '' ? say(message) : `${column}: ${say(message)}`)).join('; ')

type Table = {
  readonly kind: string
  /** The columns of translations to add beside their originals. */
  readonly languages?: readonly Language[]
}
/** The cells of a row, each followed by those of its translations. */
const withTranslated = (
  { plain, translated }: Columns,
  cells: readonly string[],
  cellOf: (column: TranslatedColumn) => string,
): string[] =>
  plain.flatMap(({ name }, at) => [cells[at] ?? '', ...translated.filter(({ of }) => of === name).map(cellOf)])
const headersOf = (columns: Columns): string[] =>
  withTranslated(
    columns,
    columns.plain.map(({ name }) => name),
    ({ name }) => name,
  )

/** The column names and an example row. Refuses 'catalogue/unknown-kind'. */
export function templateOf(deps: Pick<CatalogueDeps, 'kinds'>, { kind: key, languages = [] }: Table): string[][] {
  const loaded = getKind(deps, key)
  const columns = allColumns(loaded, languages)
  const example = exampleRow(columns.plain, {
    currency: loaded.kind.defaultCurrency,
    title: say(text('bulk.exampleTitle', { kind: loaded.kind.labels.singular })),
    say,
  })
  return [headersOf(columns), withTranslated(columns, example, () => '')]
}

/** Yields all items of a kind except archived ones, oldest first, in the upload format. */
export async function* exportItems(
  deps: CatalogueDeps,
  { kind: key, languages = [] }: Table,
): AsyncGenerator<string[][]> {
  const kind = getKind(deps, key)
  const columns = allColumns(kind, languages)
  yield [headersOf(columns)]
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await deps.db
      .selectFrom('services')
      .select(serviceColumns)
      .where('kind', '=', kind.key)
      .where('status', '<>', 'archived')
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtATime)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const ids = rows.map(({ id }) => id)
    const translationOf = await readTranslations(deps.db, ids, languages)
    const write = (service: CatalogueService) => {
      const cells = writeRow(columns.plain, viewForStaff(service))
      return withTranslated(columns, cells, (column) => {
        const { texts } = translationOf(service.id, column.language)
        return writeTranslatedCell(column, kind.specs, { service, texts })
      })
    }
    for (let at = 0; at < rows.length; at += itemsATurn) {
      await nextTurn()
      yield rows.slice(at, at + itemsATurn).map((row) => write(viewService(kind, row)))
    }
  }
}
