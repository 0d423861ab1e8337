import { type ReactNode, useId } from 'react'

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className="grid grid-cols-1 gap-4 p-4 sm:p-5">
        <h3 id={id} className="text-base">
          {title}
        </h3>
        {children}
      </div>
    </section>
  )
}
