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
    <div className="sticky -bottom-5 -mx-5 border-t border-line bg-surface px-5 py-3">
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
