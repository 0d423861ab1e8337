import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './admin.css'
import { ToastHost } from '../ui/toast.tsx'
import { readFault } from './api.ts'
import { OfficeWords } from './office-words.tsx'
import { createAdminRouter } from './router.tsx'
import { greet } from './shell/greet.ts'
import { textOf } from './text.ts'

const t = textOf('shell')
/** Signed out or no longer staff: recheck access at once, not after 30 seconds. */
const onError = (error: Error): void => {
  if ([401, 403].includes(readFault(error).status)) void queryClient.invalidateQueries({ queryKey: ['session'] })
}
const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 1 && readFault(error).status === 0,
    },
  },
})

greet()
const root = document.getElementById('admin')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <OfficeWords>
          <RouterProvider router={createAdminRouter()} />
        </OfficeWords>
        <ToastHost label={t('toasts')} closeLabel={t('dismiss')} />
      </QueryClientProvider>
    </StrictMode>,
  )
