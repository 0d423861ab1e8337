import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { UploadView } from '../../modules/catalogue/index.ts'
import { Button } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { kindName } from '../labels.tsx'
import { ListFailed, ListLoading } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'
import { TranslationFiles } from '../translation-files/translation-files.tsx'
import { Bar } from './bar.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Exports } from './exports.tsx'
import { Mapping } from './mapping.tsx'
import { Outcome } from './outcome.tsx'
import { Preview } from './preview.tsx'
import { RecentImports } from './recent-imports.tsx'
import { Undo } from './undo.tsx'

const t = textOf('bulk')
const askAgain = 800
const isWorking = (upload: UploadView | undefined) =>
  upload?.state === 'checking' || upload?.state === 'storing' || upload?.undo?.state === 'running'

/** The upload id is in the address: the import continues without this page and survives a reload. */
export function BulkUpload() {
  const { upload: id } = useSearch({ strict: false }) as { upload?: string }
  const navigate = useNavigate()
  const open = (upload: string | undefined) => void navigate({ to: '/admin/bulk-upload', search: { upload } as never })
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
      <p className="mt-1 mb-6 max-w-prose text-ink-2">{t('intro')}</p>
      {id === undefined ? (
        <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
          <ChooseFile onStaged={open} />
          <div className="grid gap-6">
            <Exports />
            <RecentImports />
            <TranslationFiles />
          </div>
        </div>
      ) : (
        <CurrentUpload key={id} id={id} onClose={() => open(undefined)} />
      )}
    </>
  )
}

function CurrentUpload({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['bulk-upload', id],
    queryFn: () => api.catalogue.admin.uploads.get({ uploadId: id }),
    refetchInterval: ({ state }) => (isWorking(state.data) ? askAgain : false),
  })
  const upload = query.data
  const undo = upload?.undo
  if (query.isPending) return <ListLoading label={t('loading')} />
  if (!upload)
    return (
      <>
        <ListFailed title={t('loadFailed')} onRetry={() => void query.refetch()} />
        <div className="mt-4 text-center">
          <Button variant="quiet" onClick={onClose}>
            {t('another')}
          </Button>
        </div>
      </>
    )
  return (
    <section className="grid gap-6" aria-label={upload.fileName}>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <span className="min-w-0 break-words">
          <strong>
            <bdi>{upload.fileName}</bdi>
          </strong>{' '}
          <span className="text-ink-2">{t('rowsOf', { count: upload.counts.total, kind: kindName(upload.kind) })}</span>
        </span>
        {upload.state === 'storing' ? null : (
          <Button variant="quiet" size="sm" onClick={onClose}>
            {t('another')}
          </Button>
        )}
      </p>
      {upload.state === 'checking' ? (
        <Working label={t('checking')} done={upload.counts.checked} upload={upload} />
      ) : null}
      {upload.state === 'checked' ? (
        <>
          <Mapping upload={upload} />
          <Preview upload={upload} />
        </>
      ) : null}
      {upload.state === 'storing' ? <Storing upload={upload} /> : null}
      {undo && undo.state !== 'possible' ? <Undo upload={upload} undo={undo} /> : null}
      {upload.state === 'storing' || upload.state === 'done' ? <Outcome upload={upload} /> : null}
      {undo?.state === 'possible' ? <Undo upload={upload} undo={undo} /> : null}
    </section>
  )
}

function Storing({ upload }: { upload: UploadView }) {
  const { stored, failed, same, invalid } = upload.counts
  return <Working label={t('storing')} done={stored + failed + same + invalid} upload={upload} />
}

function Working({ label, done, upload }: { label: string; done: number; upload: UploadView }) {
  const { total } = upload.counts
  return (
    <Bar label={label} progress={{ done, total }} summary={t('progress', { done, total })} mayLeave={t('mayLeave')} />
  )
}
