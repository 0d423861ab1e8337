import { Progress } from '../../ui/progress.tsx'
import { textOf } from '../text.ts'

const t = textOf('checkIn')

/** '12 of 30 have arrived', as words and as a bar. */
export function ArrivedBar({ departure: { arrived, people } }: { departure: { arrived: number; people: number } }) {
  const words = t('progress', { arrived, people })
  return (
    <>
      <span className="block font-semibold tabular-nums">{words}</span>
      <Progress label={words} percent={people === 0 ? 0 : (arrived / people) * 100} className="mt-1 w-full" />
    </>
  )
}
