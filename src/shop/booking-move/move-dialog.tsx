import texts from 'shop-messages:calendar,moveBooking'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { useMoney } from '../money/use-money.ts'
import { ShopLink } from '../routing/link.tsx'
import { MoveChoice } from './move-choice.tsx'
import { useStartText } from './start-text.ts'
import { bookedStart, type Move, type MoveAccess, type Start, useMove } from './use-move.ts'

addMessages(texts)

export type MoveDialogProps = MoveAccess & { readonly onClose: () => void }

/** First the choice of a new departure, then the question. Loaded when it opens. */
export function MoveDialog({ onClose, ...access }: MoveDialogProps) {
  const t = useText('moveBooking')
  const move = useMove(access, onClose)
  const { quote, isAsking } = move
  const { show } = useMoney()
  const difference = quote.data?.difference
  const isWide = matchMedia('(min-width: 48rem)').matches
  const canGoOn = quote.data !== undefined && quote.data.errors.length === 0 && quote.data.objection === null
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={isAsking ? t('question') : t('title')}
      closeLabel={t('close')}
      size={isWide && !isAsking ? 'wide' : 'normal'}
      footer={
        isAsking ? (
          <>
            <Button variant="secondary" onClick={() => move.setAsking(false)}>
              {t('back')}
            </Button>
            <Button loading={move.isSending} onClick={() => void move.send()}>
              {difference ? t('payDifference', { difference: show(difference, true).text }) : t('confirm')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('keep')}
            </Button>
            <Button disabled={!canGoOn} onClick={() => move.setAsking(true)}>
              {t('next')}
            </Button>
          </>
        )
      }
    >
      {isAsking ? <Summary access={access} move={move} /> : <Choice access={access} move={move} isWide={isWide} />}
    </Dialog>
  )
}

type Part = { access: MoveAccess; move: Move }

/** Each leg on a line of its own. */
function Starts({ starts }: { starts: readonly Start[] }) {
  const startText = useStartText()
  const t = useText('moveBooking')
  const [outbound, back] = starts.map((start) => startText(start))
  return back ? (
    <>
      {outbound}
      <br />
      {t('withReturn', { start: back })}
    </>
  ) : (
    outbound
  )
}

const bookedStarts = (booking: MoveAccess['booking']): readonly Start[] => [
  bookedStart(booking, 'outbound'),
  ...(booking.return_leg ? [bookedStart(booking, 'return')] : []),
]

function Choice({ access: { booking }, move, isWide }: Part & { isWide: boolean }) {
  const t = useText('moveBooking')
  return (
    <div className="grid gap-5">
      <p>
        <span className="text-ink-2">{t('now')}</span>{' '}
        <b>
          <Starts starts={bookedStarts(booking)} />
        </b>
      </p>
      {move.fault ? (
        <Notice tone="danger" role="alert">
          {move.fault}
        </Notice>
      ) : null}
      <MoveChoice booking={booking} move={move} isWide={isWide} />
      <div aria-live="polite" className="empty:hidden">
        <Answer move={move} />
      </div>
    </div>
  )
}

/** What the server says about the chosen departure. */
function Answer({ move: { quote } }: { move: Move }) {
  const t = useText('moveBooking')
  if (quote.isFetching) return <p className="text-ink-2">{t('checking')}</p>
  if (quote.isError) return <Notice tone="danger">{t('notChecked')}</Notice>
  if (!quote.data) return null
  const { errors, objection } = quote.data
  const problem = errors[0]?.message ?? objection
  if (problem === null || problem === undefined) return <Price move={quote.data} />
  return (
    <Notice tone="warn">
      {problem}{' '}
      {objection ? (
        <ShopLink href="/contact" className="font-semibold text-primary-strong underline underline-offset-4">
          {t('contact')}
        </ShopLink>
      ) : null}
    </Notice>
  )
}

type Quote = NonNullable<Move['quote']['data']>

/** The difference in the customer's words: nothing, an amount that goes back, or the new amount to pay. */
function Price({ move: { settlement, old_amount: before, new_amount: now } }: { move: Quote }) {
  const t = useText('moveBooking')
  const { say } = useMoney()
  if (settlement === 'same') return <p>{t('samePrice', { amount: say(now) })}</p>
  const difference = say({ ...now, minor: Math.abs(now.minor - before.minor) })
  if (settlement === 'refund') return <p>{t('refund', { amount: say(now), difference })}</p>
  if (settlement === 'dearer') return <p>{t('payFirst', { amount: say(now), difference })}</p>
  const key = now.minor > before.minor ? 'dearer' : 'cheaper'
  return <p>{t(key, { amount: say(now), difference })}</p>
}

function Summary({ access: { booking }, move }: Part) {
  const t = useText('moveBooking')
  const { show } = useMoney()
  const { quote } = move
  if (!quote.data) return null
  const { old_amount: before, new_amount: now } = quote.data
  return (
    <div className="grid gap-4">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        <dt className="text-ink-2">{t('from')}</dt>
        <dd>
          <s>
            <Starts starts={bookedStarts(booking)} />
          </s>
        </dd>
        <dt className="text-ink-2">{t('to')}</dt>
        <dd className="font-semibold">
          <Starts starts={move.after} />
        </dd>
        <dt className="text-ink-2">{t('price')}</dt>
        <dd>
          {before.minor === now.minor ? null : (
            <>
              <s>{show(before, true).text}</s>{' '}
            </>
          )}
          <ShopPrice amount={now} isExact />
        </dd>
      </dl>
      <Price move={quote.data} />
      <p className="text-sm text-ink-2">{t('left', { count: Math.max(0, booking.move.left - 1) })}</p>
    </div>
  )
}
