import { RouterProvider } from '@tanstack/react-router'
import { type ComponentProps, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

/**
 * Hydrates the server's page. In a transition this happens in small steps, with responses to taps in between.
 */
export function takeOver(root: HTMLElement, router: ComponentProps<typeof RouterProvider>['router']): void {
  startTransition(() => {
    hydrateRoot(root, <RouterProvider router={router} />)
  })
}
