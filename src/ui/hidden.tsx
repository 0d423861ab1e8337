/** The first stop of the Tab key: skips the header to the content (`<main id="content">`). */
export function SkipLink({ label, target = 'content' }: { label: string; target?: string | undefined }) {
  return (
    <a className="skip-link" href={`#${target}`}>
      {label}
    </a>
  )
}
