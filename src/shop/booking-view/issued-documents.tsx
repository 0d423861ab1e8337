import { FileCheck } from 'lucide-react'
import { useId } from 'react'
import type { BookingView } from '../../modules/booking/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { useText } from '../intl/intl.tsx'
import { useFreshLinks } from './use-fresh-links.ts'

export type Issued = BookingView['issued_documents'][number]
type IssuedDocumentsProps = {
  issued: readonly Issued[]
  /** Fetches links that still work. */
  again: () => Promise<readonly Issued[]>
  /** Without its own heading, below one that names the traveller. */
  isPlain?: boolean
  className?: string
}

/** Issued documents: visas, a clearance. Pages that use it load the area `issued`. */
export function IssuedDocuments({ issued, again, isPlain = false, className }: IssuedDocumentsProps) {
  const t = useText('issued')
  const opener = useFreshLinks()
  const id = useId()
  if (issued.length === 0) return null
  const list = (
    <ul className="flex flex-wrap gap-2">
      {issued.map((each) => (
        <li key={each.id} className="max-w-full">
          <a
            href={each.href}
            download
            className={buttonClass({ variant: isPlain ? 'secondary' : 'primary' }, 'h-auto! max-w-full py-2.5')}
            onClick={opener(each.href, async () => (await again()).find((now) => now.id === each.id)?.href ?? null)}
          >
            <FileCheck aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">
              {t('download', { label: each.label })}
              {each.traveller ? (
                <>
                  {': '}
                  <bdi>{each.traveller}</bdi>
                </>
              ) : null}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
  if (isPlain) return <div className={className}>{list}</div>
  return (
    <section
      id="issued-documents"
      aria-labelledby={id}
      className={joinClasses('rounded-lg border border-line bg-tint p-4', className)}
    >
      <h2 id={id} className="text-xl">
        {t('title')}
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-2">{t('text')}</p>
      {list}
    </section>
  )
}
