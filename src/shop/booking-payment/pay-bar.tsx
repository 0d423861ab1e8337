import type { ReactNode } from 'react'

/** Below 1024 px the pay button stays at the bottom of the screen, where the bottom navigation makes room for it. */
export function PayBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-price-bar=""
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] lg:static lg:border-0 lg:bg-transparent lg:p-0"
    >
      {children}
    </div>
  )
}
