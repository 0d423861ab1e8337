import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Slider } from '../../modules/content/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Thumbnail } from '../catalogue/thumbnail.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'
import { slidersQuery } from './sliders-query.ts'

const t = textOf('sliders')
const words = textOf('lists')

/** The sliders in their order, in the tab of Content (A234); each is edited and deleted in the section of the sidebar. */
export function SliderSummary() {
  const list = useQuery(slidersQuery)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-ink-2">{t('summary')}</p>
        <Link to="/admin/sliders" className={buttonClass({ variant: 'secondary' })}>
          {t('manage')}
        </Link>
      </div>
      <LoadedList query={list} words={t}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <ol aria-label={t('list')} className="grid grid-cols-1 gap-3">
              {items.map((slider) => (
                <Row key={slider.id} slider={slider} />
              ))}
            </ol>
          )
        }
      </LoadedList>
    </>
  )
}

const Row = ({ slider: { id, title, subtitle, image_url, is_active } }: { slider: Slider }) => (
  <li className="card">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <Thumbnail address={image_url} className="h-16 w-24" />
      <div className="min-w-40 flex-1 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="line-clamp-2 text-sm text-ink-2">{subtitle}</p>
      </div>
      <Badge tone={is_active ? 'success' : 'neutral'}>{words(is_active ? 'active' : 'inactive')}</Badge>
      <Link
        to="/admin/sliders"
        search={{ slider: id } as never}
        className={buttonClass({ variant: 'quiet', size: 'sm' })}
      >
        <span>
          {t('editOrDelete')}
          <span className="sr-only">: {title}</span>
        </span>
      </Link>
    </div>
  </li>
)
