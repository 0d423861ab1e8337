import { formatMoney } from '../../kernel/money.ts'
import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { optionName } from '../../services/kind.ts'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { say, textOf } from '../text.ts'
import { TranslationProgress } from '../translations/translation-progress.tsx'
import type { EditedKind } from './edited-kind.ts'
import type { ListViewProps } from './item-table.tsx'
import { RowActions } from './row-actions.tsx'
import { StatusSwitch } from './row-switch.tsx'
import { Thumbnail } from './thumbnail.tsx'

const t = textOf('catalogue')

export function ItemCards({ edited, rows, search, onDelete }: ListViewProps) {
  const isGrid = edited.admin.layout === 'grid'
  return (
    <ul
      aria-label={say(edited.kind.labels.plural)}
      className={joinClasses('grid grid-cols-1 gap-4', isGrid && 'sm:grid-cols-2 xl:grid-cols-3')}
    >
      {rows.map((row) => (
        <li key={row.id} className={joinClasses('card', !isGrid && 'sm:flex-row!')}>
          <Thumbnail
            address={row.featured_image}
            sizes={
              isGrid ? '(min-width: 80rem) 24rem, (min-width: 40rem) 45vw, 100vw' : '(min-width: 40rem) 13rem, 100vw'
            }
            className={joinClasses('rounded-none', isGrid ? 'aspect-[3/2] w-full' : 'aspect-[3/2] sm:w-52')}
          />
          <div className="flex min-w-0 flex-1 flex-col gap-2 p-4 wrap-anywhere">
            <h2 className="text-lg">{row.title}</h2>
            <p className="flex flex-wrap gap-1.5">
              <StatusBadge tone={row.status === 'active' ? 'success' : 'neutral'}>
                {t(`statuses.${row.status}`)}
              </StatusBadge>
              {row.is_featured ? <Badge tone="gold">{t('featured')}</Badge> : null}
              {badgesOf(edited, row).map((badge) => (
                <Badge key={badge} tone="info">
                  {badge}
                </Badge>
              ))}
            </p>
            <TranslationProgress title={row.title} translations={row.translations} />
            {row.excerpt ? <p className="line-clamp-3 text-[0.9375rem] text-ink-2">{row.excerpt}</p> : null}
            <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2">
              <p className="font-display text-lg font-bold">
                <PriceOf edited={edited} row={row} />
              </p>
              <StatusSwitch edited={edited} row={row} />
            </div>
            <RowActions edited={edited} row={row} search={search} onDelete={onDelete} hasWords />
          </div>
        </li>
      ))}
    </ul>
  )
}

const badgesOf = (edited: EditedKind, row: AdminServiceRow): string[] =>
  (edited.admin.badges ?? []).flatMap((name) => {
    const value = row.details[name]
    const spec = edited.fields.find(({ spec }) => spec.name === name)?.spec
    return typeof value === 'string' && value !== '' ? [spec ? say(optionName(spec, value)) : value] : []
  })

/** The stored price, not the starting price that the shop's card would show. */
function PriceOf({ edited, row }: { edited: EditedKind; row: AdminServiceRow }) {
  const spec = edited.columns.find(({ input }) => input === 'money')
  const minor = spec ? row.details[spec.name] : row.from?.minor
  if (typeof minor !== 'number') return null
  return (
    <bdi dir="ltr">
      <span className="sr-only">{spec && say(spec.label)} </span>
      {formatMoney({ minor, currency: row.currency }, { exact: true })}
    </bdi>
  )
}
