import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type Props = {
  children: ReactNode
  add: string
  icon?: ReactNode
  onAdd: () => void
}

export const ListHead = ({ children, add, icon = <Plus aria-hidden="true" />, onAdd }: Props) => (
  <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
    {children}
    <Button data-key="new" icon={icon} onClick={onAdd}>
      {add}
    </Button>
  </div>
)
