import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Clock, FileCheck, RotateCw, Star, Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { type BookingView, documentsHref, paymentHref, reviewHref } from '../../modules/booking/index.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, printoutsQuery } from '../client/queries.ts'
import { useChrome } from '../client/use-chrome.tsx'
import { useDates, useShownInstant } from '../intl/dates.ts'
import { useMailText } from '../intl/mail-text.ts'
import { useMoney } from '../money/use-money.ts'
import { ShopLink } from '../routing/link.tsx'
import type { Issued } from './issued-documents.tsx'
import { useFreshLinks } from './use-fresh-links.ts'

type NextStepProps = {
  booking: BookingView
  /** Null for a viewer who may see the booking, but not change it. */
  access: BookingAccess | null
  /** Opens the review of a completed booking. */
  reviewToken?: string | null
  /** Fetches issued documents with links that still work. */
  again: () => Promise<readonly Issued[]>
  /** The id of the part of the page that takes documents; by default they have a page. */
  documentsId?: string
  /** In place of the button, for viewers who may not change the booking. */
  locked?: ReactNode
  className?: string
}

const quiet = ['wait', 'nothing', 'voucher']

/** One sentence and one button: what the customer does next. Pages that use it load the area `nextStep`. */
export function NextStep({ className, ...props }: NextStepProps) {
  const { title, text } = useWords(props.booking)
  const isAsked = !quiet.includes(props.booking.next_step.step)
  return (
    <section
      aria-labelledby="next-step"
      className={joinClasses(
        'rounded-lg border p-4 sm:p-5 print:hidden',
        isAsked ? 'border-gold bg-gold-tint' : 'border-line bg-tint',
        className,
      )}
    >
      <h2 id="next-step" className="text-xl wrap-anywhere">
        {title}
      </h2>
      {text ? <p className="mt-1 wrap-anywhere text-ink-2">{text}</p> : null}
      <StepButton {...props} />
    </section>
  )
}

function useWords(booking: BookingView): { title: string; text: string } {
  const { shortDayAndYear } = useDates()
  const t = useMailText('nextStep')
  const { say } = useMoney()
  const shownInstant = useShownInstant()
  const { place } = useChrome()
  const { next_step: next, prepared_move: move, final_amount, issued_documents: issued } = booking
  const until = next.until ? t('until', { time: shownInstant(next.until), place }) : ''
  const { step, count, name, because } = next
  switch (step) {
    case 'pay':
      return { title: t('pay.title', { amount: say(final_amount) }), text: until }
    case 'pay-difference':
      return { title: t('difference.title', { amount: say(move?.difference ?? final_amount) }), text: until }
    case 'send-proof':
      return { title: t('proof.title'), text: t('proof.text') }
    case 'upload':
      return {
        title: name ? t('upload.of', { count, name }) : t('upload.all', { count }),
        text: t(next.needsDetails ? 'upload.details' : 'upload.text'),
      }
    case 'replace':
      return replaceWords(t, next)
    case 'download':
      return { title: t('download.title', { count, label: issued[0]?.label ?? '' }), text: t('download.text') }
    case 'voucher':
      return { title: t('voucher.title'), text: t('voucher.text') }
    case 'review':
      return { title: t('review.title'), text: t('review.text') }
    default: {
      const day = next.expectedBy ? t('expected', { day: shortDayAndYear(next.expectedBy) }) : ''
      const why = because ?? 'over'
      return { title: t(`because.${why}.title`), text: day || t(`because.${why}.text`) }
    }
  }
}

function replaceWords(t: ReturnType<typeof useMailText<'nextStep'>>, next: BookingView['next_step']) {
  const { document, name, reason, count } = next
  const text = reason ? t('replace.reason', { reason }) : ''
  if (!document) return { title: t('replace.all', { count }), text }
  return { title: name ? t('replace.of', { document, name }) : t('replace.one', { document }), text }
}

function StepButton({ booking, access, reviewToken, again, locked, documentsId }: NextStepProps) {
  const t = useMailText('nextStep')
  const { step, because } = booking.next_step
  const button = buttonClass({ size: 'lg' }, 'mt-4 max-w-full')
  const arrow = <ArrowRight aria-hidden="true" className="mirror" />
  if (step === 'nothing' && because === 'expired')
    return (
      <ShopLink href={booking.service_href} className={button}>
        <RotateCw aria-hidden="true" /> {t('bookAgain')}
      </ShopLink>
    )
  if (step === 'wait' || step === 'nothing') return null
  if (step === 'download') return <DownloadButton booking={booking} again={again} />
  if (step === 'review')
    return (
      <ShopLink href={reviewHref(booking.id, reviewToken ?? access?.token)} className={button}>
        <Star aria-hidden="true" /> {t('review.button')}
      </ShopLink>
    )
  if (!access) return <div className="mt-3">{locked}</div>
  const { bookingId, token } = access
  if (step === 'voucher') return <VoucherButton access={access} />
  if (step === 'upload' || step === 'replace') {
    const label = t(step === 'upload' ? 'upload.button' : 'replace.button')
    if (documentsId) return <JumpButton to={documentsId}>{label}</JumpButton>
    return (
      <ShopLink href={documentsHref(bookingId, token)} className={button}>
        {label} {arrow}
      </ShopLink>
    )
  }
  return (
    <ShopLink href={paymentHref(bookingId, token)} className={button}>
      {t(step === 'send-proof' ? 'proof.button' : 'pay.button')} {arrow}
    </ShopLink>
  )
}

/** Scrolls to a part of the page and moves the focus there. */
function JumpButton({ to, children }: { to: string; children: ReactNode }) {
  const jump = () => {
    const place = document.getElementById(to)
    place?.scrollIntoView()
    place?.focus({ preventScroll: true })
  }
  return (
    <Button size="lg" className="mt-4 max-w-full" onClick={jump}>
      {children}
    </Button>
  )
}

/** One document downloads at once; several are listed below. */
function DownloadButton({ booking, again }: Pick<NextStepProps, 'booking' | 'again'>) {
  const t = useMailText('nextStep')
  const opener = useFreshLinks()
  const [first] = booking.issued_documents
  if (!first) return null
  const fresh = async () => (await again()).find(({ id }) => id === first.id)?.href ?? null
  const isOne = booking.issued_documents.length === 1
  return (
    <a
      href={isOne ? first.href : '#issued-documents'}
      className={buttonClass({ size: 'lg' }, 'mt-4 max-w-full')}
      {...(isOne && { download: true, onClick: opener(first.href, fresh) })}
    >
      <FileCheck aria-hidden="true" /> {t('download.button')}
    </a>
  )
}

function VoucherButton({ access }: { access: BookingAccess }) {
  const t = useMailText('nextStep')
  const { api } = useShop()
  const { data, refetch } = useQuery(printoutsQuery(api, access))
  const opener = useFreshLinks()
  if (data?.voucher === null) return null
  const href = data?.voucher ?? undefined
  const fresh = async () => (await refetch()).data?.voucher ?? null
  return (
    <a
      {...(href && { href, onClick: opener(href, fresh) })}
      download
      className={buttonClass({ size: 'lg' }, 'mt-4 max-w-full')}
    >
      {href ? <Ticket aria-hidden="true" /> : <Clock aria-hidden="true" />} {t('voucher.button')}
    </a>
  )
}
