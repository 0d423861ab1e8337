import { Button } from '../../ui/button.tsx'

type StepFootProps = {
  label: string
  disabled?: boolean
  /** Looks and reads as disabled, but a press says what is missing. */
  isBarred?: boolean
  isBusy?: boolean
  busyLabel?: string
}

/** The one way on, always in reach below what is filled in. */
export function StepFoot({ label, disabled, isBarred, isBusy = false, busyLabel }: StepFootProps) {
  return (
    <div
      data-step-foot=""
      className="border-t border-line bg-surface pt-3 in-[.dialog]:sticky in-[.dialog]:bottom-0 in-[.dialog]:z-10 in-[.dialog]:-mx-5 in-[.dialog]:-mb-5 in-[.dialog]:px-5 in-[.dialog]:py-3"
    >
      <Button
        type="submit"
        size="lg"
        block
        disabled={disabled}
        aria-disabled={isBarred || undefined}
        loading={isBusy}
        loadingLabel={busyLabel}
      >
        {label}
      </Button>
    </div>
  )
}
