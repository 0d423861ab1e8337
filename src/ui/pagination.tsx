import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

export type PaginationProps = {
  page: number
  pageCount: number
  /** Names the landmark: 'Pages'. */
  label: string
  previousLabel: string
  nextLabel: string
  /** 'Page 3' */
  pageLabel: (page: number) => string
  /** With addresses the pages are links; with `onPage` alone they are buttons. */
  hrefOf?: ((page: number) => string) | undefined
  onPage?: ((page: number) => void) | undefined
}

/** First, last, and the neighbours of the current page. */
export function Pagination(props: PaginationProps) {
  const { page, pageCount, label, previousLabel, nextLabel, pageLabel } = props
  if (pageCount <= 1) return null
  return (
    <nav className="pager" aria-label={label}>
      <PageControl {...props} target={page - 1} label={previousLabel}>
        <ChevronLeft className="mirror size-5" aria-hidden="true" />
      </PageControl>
      {pagesAround(page, pageCount).map((item, index) =>
        item === 'gap' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity but its place
          <span key={`gap-${index}`} className="px-1 text-ink-2" aria-hidden="true">
            …
          </span>
        ) : (
          <PageControl key={item} {...props} target={item} label={pageLabel(item)} current={item === page}>
            {item}
          </PageControl>
        ),
      )}
      <PageControl {...props} target={page + 1} label={nextLabel}>
        <ChevronRight className="mirror size-5" aria-hidden="true" />
      </PageControl>
    </nav>
  )
}

/** `1 … 4 [5] 6 … 12`; a gap never stands for a single page. */
export function pagesAround(page: number, pageCount: number): (number | 'gap')[] {
  const wanted = new Set([1, page - 1, page, page + 1, pageCount])
  if (page <= 4) for (let next = 2; next <= 5; next++) wanted.add(next)
  if (page >= pageCount - 3) for (let next = pageCount - 4; next < pageCount; next++) wanted.add(next)
  const pages = [...wanted].filter((one) => one >= 1 && one <= pageCount).sort((a, b) => a - b)
  return pages.flatMap((one, index) => {
    const before = pages[index - 1] ?? 0
    if (one - before === 2) return [one - 1, one]
    return one - before > 2 ? (['gap', one] as const) : [one]
  })
}

type PageControlProps = PaginationProps & { target: number; current?: boolean; children: ReactNode }

function PageControl({ target, label, current, children, pageCount, hrefOf, onPage }: PageControlProps) {
  const reachable = target >= 1 && target <= pageCount
  if (hrefOf && reachable) {
    return (
      <a
        className="pager-page"
        href={hrefOf(target)}
        aria-label={label}
        aria-current={current ? 'page' : undefined}
        onClick={(event) => {
          if (!onPage || event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onPage(target)
        }}
      >
        {children}
      </a>
    )
  }
  return (
    <button
      type="button"
      className="pager-page"
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      disabled={!reachable}
      onClick={() => onPage?.(target)}
    >
      {children}
    </button>
  )
}
