import { ChevronDown, Circle, CircleCheck, CircleDashed } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { type Setup, type Step, stepName, useSetupChanged } from './setup-data.ts'
import { StepContent } from './step-content.tsx'

const t = textOf('setup')

type Props = {
  step: Step
  setup: Setup
  isOpen: boolean
  onToggle: () => void
  /** Saved, so that the next step may open. */
  onDone: () => void
}

export function StepCard({ step, setup, isOpen, onToggle, onDone }: Props) {
  const id = useId()
  // What was typed survives a look at another step.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const name = stepName(step.step)
  return (
    // A list of choices may reach beyond the card.
    <li className="card overflow-visible!">
      <h3 className="font-sans text-base">
        <button
          type="button"
          data-step={step.step}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center gap-3 rounded-lg px-4 py-2 text-start -outline-offset-3 hover:bg-sunken sm:px-5"
        >
          <StateIcon step={step} />
          <span className="min-w-0 grow font-semibold">{name}</span>
          <State step={step} />
          <ChevronDown
            aria-hidden="true"
            className={joinClasses('size-5 flex-none text-ink-2', isOpen && 'rotate-180')}
          />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="border-t border-line p-4 sm:p-5">
        {wasOpen ? (
          <div className="grid grid-cols-1 gap-4">
            <p className="max-w-prose text-ink-2">{t(`hints.${step.step}`)}</p>
            <StepContent step={step} setup={setup} onDone={onDone} />
            {step.is_done ? null : <Skip step={step} onDone={onDone} />}
          </div>
        ) : null}
      </div>
    </li>
  )
}

function StateIcon({ step: { is_done, is_skipped } }: { step: Step }) {
  const Icon = is_done ? CircleCheck : is_skipped ? CircleDashed : Circle
  return (
    <Icon aria-hidden="true" className={joinClasses('size-6 flex-none', is_done ? 'text-success' : 'text-ink-2')} />
  )
}

function State({ step: { is_done, is_skipped, is_required } }: { step: Step }) {
  if (is_done) return <span className="sr-only">{t('isDone')}</span>
  return (
    <>
      {is_skipped ? <Badge>{t('isSkipped')}</Badge> : <span className="sr-only">{t('isOpen')}</span>}
      {is_required ? <Badge tone="warn">{t('required')}</Badge> : null}
    </>
  )
}

function Skip({ step: { step, is_skipped }, onDone }: { step: Step; onDone: () => void }) {
  const changed = useSetupChanged()
  const skip = useAction(
    () => api.settings.setup.skip({ step, skipped: !is_skipped }),
    {
      done: (now) => {
        changed(now)
        return undefined
      },
      failed: t('skipFailed'),
    },
    () => changed(),
    is_skipped ? undefined : onDone,
  )
  const action = t(is_skipped ? 'unskip' : 'skip')
  return (
    <div>
      <Button variant="quiet" size="sm" loading={skip.isPending} onClick={skip.run}>
        {action}
        <span className="sr-only">: {stepName(step)}</span>
      </Button>
    </div>
  )
}
