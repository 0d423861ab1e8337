import { useQuery } from '@tanstack/react-query'
import { FileWarning } from 'lucide-react'
import { useEffect, useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { fileLink, OpenFile } from '../bookings/open-file.tsx'
import { textOf } from '../text.ts'
import { PictureViewer } from './picture-viewer.tsx'

const t = textOf('queues')
type Props = {
  fileId: string
  contentType: string | null
  name: string
  /** The file can be seen, or it cannot be shown here and has to be downloaded. */
  onReady?: () => void
}
const nothing = () => {}

/** A private file beside its decision. Each view is recorded by the server. */
export function FilePreview(props: Props) {
  const { fileId, contentType, name, onReady = nothing } = props
  const [isBroken, setBroken] = useState(false)
  const isPdf = contentType === 'application/pdf'
  const file = useQuery({
    queryKey: ['queue-file', fileId],
    queryFn: (): Promise<string | Blob> => (isPdf ? readPdf(fileId) : fileLink(fileId)),
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false },
  })
  const isFailed = isBroken || file.isError
  useEffect(() => {
    if (isFailed) onReady()
  }, [isFailed, onReady])
  const download = <OpenFile fileId={fileId} name={name} />
  if (isFailed) return <EmptyState icon={<FileWarning aria-hidden="true" />} title={t('notShown')} action={download} />
  if (file.data === undefined) return <LoadingIndicator type="search" message={t('loadingFile')} />
  if (file.data instanceof Blob) return <PdfFrame pdf={file.data} {...props} />
  return (
    <PictureViewer src={file.data} alt={name} onShown={onReady} onBroken={() => setBroken(true)}>
      {download}
    </PictureViewer>
  )
}

/** Typed as a PDF whatever the file holds: a frame of a blob shares this page's origin. */
async function readPdf(fileId: string): Promise<Blob> {
  const answer = await fetch(await fileLink(fileId))
  if (!answer.ok) throw new Error('The file could not be opened')
  return new Blob([await answer.arrayBuffer()], { type: 'application/pdf' })
}

/** The browser's own viewer zooms and turns. Phones without one download the file. */
function PdfFrame({ pdf, fileId, name, onReady = nothing }: Props & { pdf: Blob }) {
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    onReady()
    if (!navigator.pdfViewerEnabled) return
    const address = URL.createObjectURL(pdf)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [pdf, onReady])
  return (
    <div className="grid grid-cols-1 overflow-clip rounded-lg border border-line bg-sunken">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-surface p-1.5 ps-3">
        <span className="text-sm text-ink-2">{t(navigator.pdfViewerEnabled ? 'pdfHint' : 'pdfNoViewer')}</span>
        <OpenFile fileId={fileId} name={name} />
      </div>
      {src ? <iframe src={src} title={name} className="queue-pdf" /> : null}
    </div>
  )
}
