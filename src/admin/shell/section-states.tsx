import { Link } from '@tanstack/react-router'
import { CircleAlert, Compass, Lock } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { type Section, sectionLabel } from '../sections.ts'
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

/** A section that the role does not open; the server refuses its calls. `home`: a section that it opens. */
export function SectionForbidden({ section, home }: { section: Section; home: Section | undefined }) {
  const title = t('forbiddenTitle', { section: sectionLabel(section) })
  return (
    <div className="empty">
      <title>{title}</title>
      <Lock aria-hidden="true" />
      <h1 className="empty-title">{title}</h1>
      <p>{t('forbidden')}</p>
      {home ? (
        <Link to={home.href} className={buttonClass({ variant: 'primary' }, 'mt-2')}>
          {t('toSection', { section: sectionLabel(home) })}
        </Link>
      ) : null}
    </div>
  )
}

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
