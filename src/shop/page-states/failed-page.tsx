// Shown when a list or an item cannot be loaded. Part of the first load: without a connection nothing can be fetched.
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useSay } from '../../ui/say.tsx'
import { useKind } from '../routing/page.ts'
import { MissingService } from '../service-detail/missing-service.tsx'
import { ErrorPage } from './error-page.tsx'

export function FailedList(props: ErrorComponentProps) {
  const say = useSay()
  const { labels } = useKind()
  return <ErrorPage {...props} title={labels.listFailed && say(labels.listFailed)} />
}

export function FailedService(props: ErrorComponentProps) {
  const say = useSay()
  const { labels, failsAsMissing } = useKind()
  return failsAsMissing ? <MissingService /> : <ErrorPage {...props} title={labels.failed && say(labels.failed)} />
}
