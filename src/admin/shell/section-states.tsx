import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { textOf } from '../text.ts'

const t = textOf('shell')

/** /admin/{unknown}: not found, inside the back office (D179). */
export const SectionNotFound = () => (
  <EmptyState
    title={t('notFoundTitle')}
    description={t('notFound')}
    action={
      <Link to="/admin" className={buttonClass({ variant: 'primary' })}>
        {t('toDashboard')}
      </Link>
    }
  />
)

export const SectionCrashed = () => (
  <EmptyState
    title={t('error')}
    description={t('crashed')}
    action={
      <a href={location.href} className={buttonClass({ variant: 'primary' })}>
        {t('retry')}
      </a>
    }
  />
)
