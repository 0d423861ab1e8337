import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Loaded, SectionHead } from '../form/section.tsx'
import { textOf } from '../text.ts'
import { OpeningPanel } from './opening-panel.tsx'
import { isLeft, type Setup, type StepKey, useSetup } from './setup-data.ts'
import { StepCard } from './step-card.tsx'

const t = textOf('setup')

/** The checklist of a new shop, with its opening to the public. */
export function SetupSection() {
  const setup = useSetup()
  return (
    <>
      <SectionHead title={t('title')} intro={t('intro')} />
      <Loaded query={setup}>{(data) => <Checklist setup={data} />}</Loaded>
    </>
  )
}

const buttonOf = (step: StepKey): HTMLElement | null => document.querySelector(`[data-step="${step}"]`)

function Checklist({ setup }: { setup: Setup }) {
  const { step: asked }: { step?: string } = useSearch({ strict: false })
  const { steps } = setup
  const [open, setOpen] = useState<StepKey | null>(
    () => (steps.find(({ step }) => step === asked) ?? steps.find(isLeft))?.step ?? null,
  )
  const [focused, setFocused] = useState<StepKey | null>(null)
  const go = (step: StepKey | null) => {
    setOpen(step)
    setFocused(step)
  }
  useEffect(() => {
    if (focused === null) return
    const button = buttonOf(focused)
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'center' })
    setFocused(null)
  }, [focused])
  /** The next step that is left, from the given one on. */
  const after = (step: StepKey): StepKey | null => {
    const at = steps.findIndex((each) => each.step === step)
    return [...steps.slice(at + 1), ...steps.slice(0, at)].find(isLeft)?.step ?? null
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <OpeningPanel setup={setup} onStep={go} />
      <section aria-labelledby="setup-steps">
        <h2 id="setup-steps" className="sr-only">
          {t('steps')}
        </h2>
        <ol className="grid grid-cols-1 gap-3">
          {steps.map((step) => (
            <StepCard
              key={step.step}
              step={step}
              setup={setup}
              isOpen={open === step.step}
              onToggle={() => setOpen(open === step.step ? null : step.step)}
              onDone={() => go(after(step.step))}
            />
          ))}
        </ol>
      </section>
    </div>
  )
}
