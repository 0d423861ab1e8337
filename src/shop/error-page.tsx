import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'

/**
 * When a page cannot be made. It draws on nothing that may itself have failed: neither the frame nor the settings, so
 * its words are the only ones outside of the message catalogue.
 */
export function ErrorPage({ title = 'Something went wrong' }: ErrorComponentProps & { title?: string | undefined }) {
  const router = useRouter()
  return (
    <div className="grid place-items-center px-4 py-24 text-center">
      <title>{title}</title>
      <h1>{title}</h1>
      <p className="mt-3 max-w-md text-ink-2">We could not load this page. Please try again in a moment.</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={() => void router.invalidate()}>Try again</Button>
        <a href="/" className="btn btn-secondary">
          Home
        </a>
      </div>
    </div>
  )
}
