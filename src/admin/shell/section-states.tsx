import { Link } from '@tanstack/react-router'
import { CircleAlert, Compass } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { textOf } from '../text.ts'

const t = textOf('shell')

export const SectionNotFound = () => (
  <div className="empty">
    <title>{t('notFoundTitle')}</title>
    <Compass aria-hidden="true" />
    <h1 className="empty-title">{t('notFoundTitle')}</h1>
    <p>{t('notFound')}</p>
    <Link to="/admin" className={buttonClass({ variant: 'primary' }, 'mt-2')}>
      {t('toDashboard')}
    </Link>
  </div>
)

export const SectionCrashed = () => (
  <div className="empty">
    <CircleAlert aria-hidden="true" />
    <h1 className="empty-title">{t('error')}</h1>
    <p>{t('crashed')}</p>
    <a href={location.href} className={buttonClass({ variant: 'primary' }, 'mt-2')}>
      {t('retry')}
    </a>
  </div>
)
