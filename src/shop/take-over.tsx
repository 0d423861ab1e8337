import { RouterProvider } from '@tanstack/react-router'
import { type ComponentProps, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

/**
 * Makes the server's page React's. As a transition it comes alive in small steps, between which a tap is answered. A file
 * of its own, so that React's renderer is not read in the same breath as the shop.
 */
export function takeOver(root: HTMLElement, router: ComponentProps<typeof RouterProvider>['router']): void {
  startTransition(() => {
    hydrateRoot(root, <RouterProvider router={router} />)
  })
}
