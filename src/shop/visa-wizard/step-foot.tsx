import { Button } from '../../ui/button.tsx'

type StepFootProps = {
  label: string
  disabled?: boolean
  /** Looks and reads as disabled, but a press says what is missing. */
  isBarred?: boolean
  isBusy?: boolean
  busyLabel?: string
}

/** The continue button, below the fields: a sticky bar would cover the focused field. */
export function StepFoot({ label, disabled, isBarred, isBusy = false, busyLabel }: StepFootProps) {
  return (
    <div className="needs-scripts border-t border-line pt-4">
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
