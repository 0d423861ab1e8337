import type { ErrorComponentProps } from '@tanstack/react-router'
import { useSay } from '../../ui/say.tsx'
import { ErrorPage } from '../page-states/error-page.tsx'
import { useKind } from '../routing/page.ts'
import { MissingService } from './missing-service.tsx'

/** Shown when an item cannot be loaded. */
export function FailedService(props: ErrorComponentProps) {
  const say = useSay()
  const { labels, failsAsMissing } = useKind()
  return failsAsMissing ? <MissingService /> : <ErrorPage {...props} title={labels.failed && say(labels.failed)} />
}
