import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'jade'
export type ButtonSize = 'sm' | 'md' | 'lg'

export type ButtonLook = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** As wide as its container. */
  block?: boolean | undefined
  /** A round button that holds an icon only; give it an `aria-label`. */
  iconOnly?: boolean | undefined
}

/** The look of a button for a link: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass(look: ButtonLook = {}, className?: string): string {
  const { variant = 'primary', size = 'md', block, iconOnly } = look
  return joinClasses(
    'btn',
    `btn-${variant}`,
    size !== 'md' && `btn-${size}`,
    block && 'btn-block',
    iconOnly && 'btn-icon',
    className,
  )
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Shows a spinner and ignores presses; the button keeps the focus, so it is not `disabled`. */
    loading?: boolean | undefined
    /** What the button says while it works, for instance 'Processing...'. */
    loadingLabel?: string | undefined
    /** Drawn before the label. */
    icon?: ReactNode
  }

export function Button(props: ButtonProps) {
  const { variant, size, block, iconOnly, loading, loadingLabel, icon, className, children, onClick, type, ...rest } =
    props
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={buttonClass({ variant, size, block, iconOnly }, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={(event) => {
        // A second press of a working submit button must not send the form again.
        if (loading) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {loading ? <span className="spinner" aria-hidden="true" /> : icon}
      {loading && loadingLabel ? loadingLabel : children}
    </button>
  )
}
