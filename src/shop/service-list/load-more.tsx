import { buttonClass } from '../../ui/button.tsx'
import { useText } from '../intl/intl.tsx'

type LoadMoreProps = { shown: number; total: number; href: string; isLoading: boolean; onLoad: () => Promise<void> }

/** How much of the list is shown, and a link to more, which also works without script. */
export function LoadMore({ shown, total, href, isLoading, onLoad }: LoadMoreProps) {
  const t = useText('list')
  return (
    <div className="mt-8 grid justify-items-center gap-3 text-sm text-ink-2">
      <p role="status">{t('shown', { shown, total })}</p>
      {shown < total ? (
        <a
          href={href}
          rel="next"
          aria-busy={isLoading || undefined}
          className={buttonClass({ variant: 'secondary', size: 'lg' })}
          onClick={(event) => {
            event.preventDefault()
            if (!isLoading) void onLoad()
          }}
        >
          {isLoading ? <span className="spinner" aria-hidden="true" /> : null}
          {isLoading ? t('loadingMore') : t('loadMore')}
        </a>
      ) : null}
    </div>
  )
}
