import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'
import { dateTime, listed } from '../written.ts'
import { missingOf, type Setup, type StepKey, stepName, useSetupChanged } from './setup-data.ts'
import { SetupProgress } from './setup-progress.tsx'

const t = textOf('setup')

type Props = { setup: Setup; onStep: (step: StepKey) => void }

/** How far the shop is, whether it is open, and its opening. */
export function OpeningPanel({ setup, onStep }: Props) {
  const { state, opened_at } = setup
  return (
    <section className="card" aria-labelledby="opening">
      <div className="grid grid-cols-1 gap-4 p-4 sm:p-6">
        <div>
          <h2 id="opening" className="text-lg">
            {t(`${state}Title`)}
          </h2>
          <p className="mt-1 max-w-prose text-ink-2">
            {state === 'open' && opened_at ? t('openSince', { at: dateTime(opened_at) }) : t(state)}
          </p>
        </div>
        <SetupProgress setup={setup} />
        {state === 'open' ? <Opened setup={setup} /> : <Open setup={setup} onStep={onStep} />}
      </div>
    </section>
  )
}

const ViewShop = () => (
  <a href="/" target="_blank" rel="noopener" className={buttonClass({ variant: 'secondary' })}>
    {t('viewShop')}
  </a>
)

function Opened({ setup: { is_on_dashboard, steps } }: { setup: Setup }) {
  const isWhole = steps.every(({ is_done, is_skipped }) => is_done || is_skipped)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <ViewShop />
      {is_on_dashboard || isWhole ? null : <ShowAgain />}
      <Link to="/admin/content" search={{ tab: 'siteSettings', setting: 'maintenance_mode' } as never}>
        {t('closeAgain')}
      </Link>
    </div>
  )
}

function ShowAgain() {
  const changed = useSetupChanged()
  const show = useAction(
    () => api.settings.setup.hide({ hidden: false }),
    { done: t('shown'), failed: t('hideFailed') },
    () => changed(),
  )
  return (
    <Button variant="secondary" loading={show.isPending} onClick={show.run}>
      {t('show')}
    </Button>
  )
}

function Open({ setup, onStep }: Props) {
  const changed = useSetupChanged()
  const [isAsking, setAsking] = useState(false)
  /** The owner has read what is missing. */
  const [isAnyway, setAnyway] = useState(false)
  /** Counts the presses, so that each one moves the focus to what is missing. */
  const [tries, setTries] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const open = useAction(
    () => api.settings.setup.open({ anyway: isAnyway }),
    {
      done: (now) => {
        changed(now)
        return { tone: 'success', title: t('opened') }
      },
      failed: t('openFailed'),
    },
    () => changed(),
    () => setAsking(false),
  )
  // A shop that was open before may open with steps that have come undone.
  const missing = setup.state === 'soon' ? missingOf(setup) : []
  const isRefused = tries > 0 && missing.length > 0
  useEffect(() => {
    if (tries > 0) list.current?.querySelector('button')?.focus()
  }, [tries])
  const ask = (anyway: boolean) => {
    setAnyway(anyway)
    setAsking(true)
  }
  const press = () => (missing.length > 0 ? setTries(tries + 1) : ask(false))
  return (
    <>
      {isRefused ? (
        <div ref={list}>
          <Notice tone="warn" role="alert" title={t('missingTitle')}>
            <ul className="mt-1 grid gap-1">
              {missing.map(({ step }) => (
                <li key={step}>
                  <button type="button" className="min-h-9 underline" onClick={() => onStep(step)}>
                    {stepName(step)}
                  </button>
                </li>
              ))}
            </ul>
            <p className="mt-2">
              <Button variant="secondary" size="sm" onClick={() => ask(true)}>
                {t('openAnyway')}
              </Button>
            </p>
          </Notice>
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={press}>{t(setup.state === 'soon' ? 'openShop' : 'openAgain')}</Button>
        <ViewShop />
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={t('questionTitle')}
          confirm={t('confirm')}
          back={t('notYet')}
          isDanger={false}
          isPending={open.isPending}
          fault={open.fault}
          onConfirm={open.run}
          onClose={() => setAsking(false)}
        >
          <p className="wrap-anywhere">{t('question', { url: setup.shop_url })}</p>
          {isAnyway ? (
            <Notice tone="warn">
              {t('warnMissing', { steps: listed(missing.map(({ step }) => stepName(step))) })}
            </Notice>
          ) : null}
          {setup.delivery === 'working' ? null : <Notice tone="warn">{t('warnMail')}</Notice>}
          {setup.is_sandbox ? <Notice tone="warn">{t('warnSandbox')}</Notice> : null}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
