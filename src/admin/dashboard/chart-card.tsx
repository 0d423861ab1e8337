import { ChartLine, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'

const t = textOf('charts')

export type ChartTable = {
  readonly caption: string
  readonly headers: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}
type Props = { title: string; table: ChartTable; aside?: ReactNode; children: ReactNode }

export function ChartCard({ title, table, aside, children }: Props) {
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <section className="card p-4 sm:p-5" aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <div className="-me-2 flex flex-wrap items-center gap-2">
          {aside}
          <Button variant="quiet" size="sm" onClick={() => setTable(!isTable)}>
            {isTable ? <ChartLine aria-hidden="true" /> : <Table2 aria-hidden="true" />}
            {isTable ? t('asChart') : t('asTable')}
            <span className="sr-only">: {title}</span>
          </Button>
        </div>
      </div>
      {isTable ? <Figures {...table} /> : children}
    </section>
  )
}

const Figures = ({ caption, headers, rows }: ChartTable) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <section className="max-h-80 overflow-auto" tabIndex={0} aria-label={t('figuresOf', { title: caption })}>
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-ink-2">
          {headers.map((header, n) => (
            <th key={header} scope="col" className={n === 0 ? 'py-2 pe-3 text-start' : 'py-2 ps-3 text-end'}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {rows.map(({ key, cells: [name, ...values] }) => (
          <tr key={key}>
            <th scope="row" className="py-2 pe-3 text-start font-normal">
              {name}
            </th>
            {values.map((value, n) => (
              <td key={headers[n + 1]} className="py-2 ps-3 text-end tabular-nums">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
