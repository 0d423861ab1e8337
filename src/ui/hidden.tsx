/** The first thing that the Tab key meets: over the header, straight to the content (`<main id="content">`). */
export function SkipLink({ label, target = 'content' }: { label: string; target?: string | undefined }) {
  return (
    <a className="skip-link" href={`#${target}`}>
      {label}
    </a>
  )
}
