import { Link } from '@tanstack/react-router'
import { ChevronRight, Circle } from 'lucide-react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { isLeft, type Setup, stepName, useSetup, useSetupChanged } from './setup-data.ts'
import { SetupProgress } from './setup-progress.tsx'

const t = textOf('setup')
const shownSteps = 3

/** On the dashboard until the checklist is done or hidden. */
export function SetupCard() {
  const maySet = useMayEnter('settings')
  const { data } = useSetup(maySet)
  return data?.is_on_dashboard ? <Card setup={data} /> : null
}

function Card({ setup }: { setup: Setup }) {
  const changed = useSetupChanged()
  const hide = useAction(
    () => api.settings.setup.hide({ hidden: true }),
    { done: t('hidden'), failed: t('hideFailed') },
    () => changed(),
  )
  const left = setup.steps.filter(isLeft)
  // Those that the opening waits for come first.
  const next = [...left].sort((a, b) => Number(b.is_required) - Number(a.is_required)).slice(0, shownSteps)
  return (
    <section className="card card-raised mb-4 sm:mb-5" aria-labelledby="setup-card">
      <div className="grid grid-cols-1 gap-4 p-4 sm:p-5">
        <div>
          <h2 id="setup-card" className="text-lg">
            {setup.state === 'soon' ? t('soonTitle') : t('cardTitle')}
          </h2>
          {setup.state === 'soon' ? <p className="mt-1 max-w-prose text-ink-2">{t('soon')}</p> : null}
        </div>
        <SetupProgress setup={setup} />
        {next.length > 0 ? (
          <ul aria-label={t('cardNext')} className="grid grid-cols-1 gap-1 sm:max-w-md">
            {next.map(({ step }) => (
              <li key={step}>
                <Link
                  to="/admin/setup"
                  search={{ step } as never}
                  className="-mx-2 flex min-h-11 items-center gap-3 rounded-sm px-2 text-ink no-underline hover:bg-sunken"
                >
                  <Circle aria-hidden="true" className="size-5 flex-none text-ink-2" />
                  <span className="min-w-0 grow">{stepName(step)}</span>
                  <ChevronRight aria-hidden="true" className="mirror size-5 flex-none text-ink-2" />
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p>{t('cardReady')}</p>
        )}
        <div className="flex flex-wrap gap-2">
          <Link to="/admin/setup" className={buttonClass({})}>
            {next.length > 0 ? t('cardGo') : t('openShop')}
          </Link>
          <Button variant="quiet" loading={hide.isPending} onClick={hide.run}>
            {t('hide')}
          </Button>
        </div>
      </div>
    </section>
  )
}
