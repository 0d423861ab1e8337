import { Progress } from '../../ui/progress.tsx'
import { textOf } from '../text.ts'
import { countDone, type Setup } from './setup-data.ts'

const t = textOf('setup')

export function SetupProgress({ setup }: { setup: Setup }) {
  const [done, all] = [countDone(setup), setup.steps.length]
  return (
    <div className="grid max-w-md gap-1.5">
      <p className="text-sm font-semibold">{t('progress', { done, all })}</p>
      <Progress label={t('progressLabel')} percent={Math.round((100 * done) / all)} />
    </div>
  )
}
