import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { exponentOf, formatMoney, type Money } from '../../kernel/money.ts'
import { isMirrored, officeLocale } from '../language.ts'
import { textOf } from '../text.ts'
import type { Trends } from './dashboard-data.ts'
import { pointName } from './point-name.ts'

const t = textOf('charts')
const short = new Intl.NumberFormat(officeLocale, { notation: 'compact', maximumFractionDigits: 1 })

type Props = Pick<Trends, 'points' | 'period'>
type Drawn = { readonly name: string; readonly value: number; readonly net: Money; readonly bookings: number }

export default function RevenueChart({ points, period }: Props) {
  const drawn = points.map(({ from, net, bookings }): Drawn => {
    const value = net.minor / 10 ** exponentOf(net.currency)
    return { name: pointName(from, period), value, net, bookings }
  })
  return (
    <div className="revenue-chart h-72 text-xs">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 288 }}>
        <AreaChart
          data={drawn}
          title={t('revenueCaption')}
          margin={{ top: 8, bottom: 0, ...(isMirrored ? { left: 8, right: 0 } : { right: 8, left: 0 }) }}
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="name"
            reversed={isMirrored}
            tickLine={false}
            axisLine={false}
            minTickGap={24}
            tick={{ fill: 'var(--color-ink-2)' }}
          />
          <YAxis
            width={isMirrored ? 64 : 48}
            orientation={isMirrored ? 'right' : 'left'}
            tickLine={false}
            axisLine={false}
            tickFormatter={(value: number) => short.format(value)}
            tick={{ fill: 'var(--color-ink-2)' }}
          />
          <Tooltip content={PointTip} cursor={{ stroke: 'var(--color-control)' }} />
          <Area
            type="linear"
            dataKey="value"
            stroke="var(--color-primary)"
            strokeWidth={2}
            fill="var(--color-primary)"
            fillOpacity={0.12}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  )
}

type TipProps = { readonly active?: boolean; readonly payload?: readonly { readonly payload?: Drawn }[] }
function PointTip({ active, payload }: TipProps) {
  const point = payload?.[0]?.payload
  if (!active || !point) return null
  return (
    <div className="rounded-sm border border-line bg-surface px-3 py-2 text-sm">
      <p className="text-ink-2">{point.name}</p>
      <p className="font-semibold tabular-nums">{formatMoney(point.net, { exact: true })}</p>
      <p className="text-ink-2">{t('newCount', { count: point.bookings })}</p>
    </div>
  )
}
