import { type ComponentType, lazy, Suspense } from 'react'

/**
 * A part below the first screen. The server draws it with the page, once its loader has called `load`; the browser fetches
 * its script when the page is alive, and keeps the server's part if that fails.
 */
export function latePart<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  let drawn: ComponentType<Props> | undefined
  const Later = lazy(() =>
    fetchPart().then(
      (Part) => ({ default: Part }),
      () => new Promise<never>(() => {}),
    ),
  )
  return {
    load: async (): Promise<void> => {
      drawn = await fetchPart()
    },
    Part: (props: Props) => {
      const Shown = (import.meta.env.SSR ? drawn : Later) as ComponentType<Props> | undefined
      return Shown ? (
        <Suspense>
          <Shown {...props} />
        </Suspense>
      ) : null
    },
  }
}
