import type { ReactNode } from 'react'

type Props = {
  /** What the entry is, below its heading. */
  facts: ReactNode
  preview?: ReactNode
  /** Whose file it is: on narrow screens the heading comes after the file. */
  label?: string
  decision: ReactNode
}

/** What is decided beside the decision; one below the other on narrow screens. */
export const EntryLayout = ({ facts, preview, label, decision }: Props) => (
  <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <div className="grid grid-cols-1 gap-2">
      {label ? (
        <p aria-hidden="true" className="font-semibold wrap-anywhere lg:hidden">
          {label}
        </p>
      ) : null}
      {preview ?? facts}
    </div>
    <div className="grid grid-cols-1 gap-4 max-lg:contents">
      {preview ? facts : null}
      {decision}
    </div>
  </div>
)
