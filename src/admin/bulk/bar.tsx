import { Progress } from '../../ui/progress.tsx'

type Props = {
  label: string
  progress: { readonly done: number; readonly total: number }
  summary: string
  mayLeave: string
}

export const Bar = ({ label, progress: { done, total }, summary, mayLeave }: Props) => (
  <div className="grid gap-2 rounded-lg border border-line bg-surface p-5">
    <p className="font-semibold">{label}</p>
    <Progress label={label} percent={Math.floor((100 * done) / Math.max(1, total))} />
    <p className="text-sm text-ink-2">{summary}</p>
    <p className="text-sm text-ink-2">{mayLeave}</p>
  </div>
)
