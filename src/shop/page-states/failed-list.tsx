// Shown when a list cannot be loaded.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useSay } from '../../ui/say.tsx'
import { useKind } from '../routing/page.ts'
import { ErrorPage } from './error-page.tsx'

export function FailedList(props: ErrorComponentProps) {
  const say = useSay()
  const { labels } = useKind()
  return <ErrorPage {...props} title={labels.listFailed && say(labels.listFailed)} />
}
