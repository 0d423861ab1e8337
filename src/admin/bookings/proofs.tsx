import { useQuery } from '@tanstack/react-query'
import { ExternalLink, FileText, ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { fileLink, OpenFile } from './open-file.tsx'

const t = textOf('transfer')
type Proof = AdminPayment['proofs'][number]
const link = buttonClass({ variant: 'secondary', size: 'sm' })

export function Proofs({ proofs }: { proofs: readonly Proof[] }) {
  if (proofs.length === 0)
    return <EmptyState icon={<ImageOff aria-hidden="true" />} title={t('noProofTitle')} description={t('noProof')} />
  const newestFirst = [...proofs].sort((a, b) => b.version - a.version)
  return (
    <ol className="grid gap-3" aria-label={t('proof')}>
      {newestFirst.map((proof) => (
        <li key={proof.id} className="overflow-clip rounded-lg border border-line">
          <Preview proof={proof} />
          <div className="flex flex-wrap items-center justify-between gap-2 p-3">
            <p className="text-sm">
              {t('version', { version: proof.version })}
              <span className="block text-ink-2">
                {dateTime(proof.at)} {t(`by.${proof.uploadedBy}`)}
              </span>
            </p>
            <OpenProof proof={proof} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Images are shown, PDFs downloaded. An external address is only a link, so its host learns nothing before a click. */
function Preview({ proof }: { proof: Proof }) {
  if (proof.externalUrl)
    return <p className="border-b border-line bg-sunken p-3 text-sm break-all">{proof.externalUrl}</p>
  if (!proof.fileId) return <p className="border-b border-line bg-sunken p-3 text-sm">{t('erased')}</p>
  if (!proof.contentType?.startsWith('image/')) return <NoPreview />
  return <Picture key={proof.fileId} proof={proof} fileId={proof.fileId} />
}

const NoPreview = () => (
  <div className="grid h-28 place-items-center border-b border-line bg-sunken text-ink-2">
    <FileText aria-hidden="true" className="size-9" />
  </div>
)

/** Requests a fresh link each time: the previous one has expired. */
function Picture({ proof, fileId }: { proof: Proof; fileId: string }) {
  const [isBroken, setBroken] = useState(false)
  const { data: src, isError } = useQuery({
    queryKey: ['file-link', fileId],
    queryFn: () => fileLink(fileId),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isBroken || isError) return <NoPreview />
  if (!src) return <div className="h-28 border-b border-line bg-sunken" />
  return (
    <img
      src={src}
      alt={t('proofImage', { version: proof.version })}
      className="max-h-[26rem] w-full border-b border-line bg-sunken object-contain"
      onError={() => setBroken(true)}
    />
  )
}

function OpenProof({ proof }: { proof: Proof }) {
  if (proof.fileId) return <OpenFile fileId={proof.fileId} name={t('version', { version: proof.version })} />
  if (!proof.externalUrl) return null
  return (
    <a href={proof.externalUrl} target="_blank" rel="noopener noreferrer nofollow" className={link}>
      <ExternalLink aria-hidden="true" /> {t('openLink')}
    </a>
  )
}
