import type { BookingView } from '../../modules/booking/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { useNow, useShownInstant } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'

type Hold = Omit<NonNullable<BookingView['hold']>, 'state'> & {
  readonly state: 'held' | 'released' | 'gone'
  /** Null: more than few. Left out where nobody has looked. */
  readonly left?: number | null
  readonly service_href?: string | null
}
type HoldNoticeProps = { hold: Hold | null; className?: string }

/** Until when the places of an unpaid booking are held, and what happens then. */
export function HoldNotice({ hold, className }: HoldNoticeProps) {
  const t = useText('hold')
  const shownInstant = useShownInstant()
  const { place } = useChrome()
  const now = useNow()
  if (!hold) return null
  const { places, left } = hold
  const at = { places, time: shownInstant(hold.until), place }
  if (hold.state === 'gone')
    return (
      <Notice tone="danger" role="status" title={t('goneTitle')} className={className}>
        <p>{t('goneText', at)}</p>
        {hold.service_href ? (
          <p className="mt-2">
            <ShopLink href={hold.service_href} className="font-semibold underline underline-offset-4">
              {t('otherDate')}
            </ShopLink>
          </p>
        ) : null}
      </Notice>
    )
  // The page may stay open beyond the end of the hold.
  const isReleased = hold.state === 'released'
  if (isReleased || (now !== null && new Date(hold.until) <= now)) {
    const isKnown = isReleased && left !== undefined
    const text = !isKnown
      ? t('releasedText', at)
      : left === null
        ? t('releasedOpen', at)
        : t('releasedFew', { ...at, left })
    return (
      <Notice tone="warn" role="status" title={t('releasedTitle', at)} className={className}>
        <p>{text}</p>
      </Notice>
    )
  }
  return (
    <Notice tone="info" role="status" title={t('heldTitle', at)} className={className}>
      <p>{t('heldText', at)}</p>
    </Notice>
  )
}
