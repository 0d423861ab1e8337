import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import { type BookingSearch, pageOf, rowsAPage } from './filters.ts'

const t = textOf('bookings')
const look = buttonClass({ variant: 'secondary', size: 'sm' })

declare module '@tanstack/react-router' {
  interface HistoryState {
    fromPage?: boolean
  }
}
type Props = { search: BookingSearch; total: number | null; next: string | null }

/** Pages by cursor, so new bookings do not shift the pages. */
export function Pages({ search, total, next }: Props) {
  const { history } = useRouter()
  const canGoBack = useRouterState({ select: (state) => state.location.state.fromPage === true })
  const page = pageOf(search)
  if (!next && !search.cursor) return null
  const first = { ...search, page: undefined, cursor: undefined }
  const following = { ...search, page: String(page + 1), cursor: next ?? undefined }
  return (
    <nav aria-label={t('pages')} className="mt-4 flex flex-wrap items-center gap-2">
      <p className="me-auto text-sm text-ink-2">
        {total === null
          ? t('page', { page })
          : t('pageOf', { page, pages: Math.max(page, Math.ceil(total / rowsAPage)) })}
      </p>
      {search.cursor ? (
        <Link to="/admin/bookings" search={first as never} className={look}>
          <ChevronsLeft className="mirror" aria-hidden="true" /> {t('first')}
        </Link>
      ) : null}
      {search.cursor && canGoBack ? (
        <Button
          variant="secondary"
          size="sm"
          icon={<ChevronLeft className="mirror" aria-hidden="true" />}
          onClick={() => history.back()}
        >
          {t('previous')}
        </Button>
      ) : null}
      {next ? (
        <Link to="/admin/bookings" search={following as never} state={{ fromPage: true }} className={look}>
          {t('next')} <ChevronRight className="mirror" aria-hidden="true" />
        </Link>
      ) : null}
    </nav>
  )
}
