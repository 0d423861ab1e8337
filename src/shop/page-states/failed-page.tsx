// Shown when a list or an item cannot be loaded.
import texts from 'shop-messages:missing'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useSay } from '../../ui/say.tsx'
import { addMessages } from '../intl/intl.tsx'
import { useKind } from '../routing/page.ts'
import { MissingService } from '../service-detail/missing-service.tsx'
import { ErrorPage } from './error-page.tsx'

addMessages(texts)

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
