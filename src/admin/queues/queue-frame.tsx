import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ChevronLeft, CircleCheck, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { textOf } from '../text.ts'
import { KeyHint } from './key-hint.tsx'
import { type QueueHands, type QueueSource, useQueue } from './use-queue.ts'

const t = textOf('queues')
type Props<Item> = {
  source: QueueSource<Item>
  /** The list that the queue belongs to. */
  back: { to: string; search?: Readonly<Record<string, string>> }
  /** One entry: what it is and the decision. */
  children: (item: Item, hands: QueueHands) => ReactNode
}

/** One entry after the other: the next one comes by itself after each decision. */
export function QueueFrame<Item>({ source, back, children }: Props<Item>) {
  const queue = useQueue(source)
  const { name } = source
  const { item, list } = queue
  const title = t(`${name}.title`)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = item ? source.idOf(item) : ''
  const shown = useRef('')
  // The buttons of the entry before are gone, and with them the focus.
  useEffect(() => {
    if (shown.current !== '' && shown.current !== id) heading.current?.focus()
    shown.current = id || shown.current
  }, [id])
  return (
    <>
      <title>{title}</title>
      <nav aria-label={t('way')} data-free-of-toasts="" className="mb-3 flex flex-wrap items-center gap-2">
        <Link
          to={back.to}
          search={(back.search ?? {}) as never}
          data-key="up"
          className={buttonClass({ variant: 'quiet', size: 'sm' }, 'me-auto -ms-2')}
        >
          <ChevronLeft className="mirror" aria-hidden="true" /> {t(`${name}.back`)} <KeyHint name="u" />
        </Link>
        {queue.undo ? (
          <Button
            variant="secondary"
            size="sm"
            data-key="undo"
            icon={<Undo2 aria-hidden="true" className="mirror" />}
            onClick={queue.undo}
          >
            {t('undo')} <KeyHint name="z" />
          </Button>
        ) : null}
        <Button
          variant="secondary"
          size="sm"
          data-key="previous"
          disabled={!queue.hasBefore}
          icon={<ArrowUp aria-hidden="true" />}
          onClick={queue.goBack}
        >
          {t('previous')} <KeyHint name="k" />
        </Button>
        <Button
          variant="secondary"
          size="sm"
          data-key="next skip"
          disabled={!item}
          icon={<ArrowDown aria-hidden="true" />}
          onClick={queue.hands.skip}
        >
          {t('skip')} <KeyHint name="s" />
        </Button>
      </nav>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
          {title}
        </h1>
        <p role="status" className="text-ink-2">
          {item ? t('place', { number: queue.number, total: queue.total }) : ''}
        </p>
      </div>
      {item ? <div key={id}>{children(item, queue.hands)}</div> : null}
      {!item && list.isError ? (
        <EmptyState
          title={t('failed')}
          action={<Button onClick={() => void list.refetch()}>{textOf('shell')('retry')}</Button>}
        />
      ) : null}
      {(!item && list.isPending) || queue.isLoadingMore ? (
        <LoadingIndicator type="search" message={t('loading')} />
      ) : null}
      {!item && list.isSuccess && !queue.isLoadingMore ? (
        <End name={name} back={back} left={queue.left} onAgain={queue.startAgain} />
      ) : null}
    </>
  )
}

type EndProps = { name: string; back: Props<unknown>['back']; left: number; onAgain: () => void }

const End = ({ name, back, left, onAgain }: EndProps) => (
  <EmptyState
    icon={<CircleCheck aria-hidden="true" />}
    title={left > 0 ? t('skipped', { count: left }) : t(`${name}.none`)}
    description={left > 0 ? t('skippedHint') : t('noneHint')}
    action={
      <span className="flex flex-wrap justify-center gap-2">
        {left > 0 ? <Button onClick={onAgain}>{t('again')}</Button> : null}
        <Link
          to={back.to}
          search={(back.search ?? {}) as never}
          className={buttonClass({ variant: left > 0 ? 'secondary' : 'primary' })}
        >
          {t(`${name}.back`)}
        </Link>
      </span>
    }
  />
)
