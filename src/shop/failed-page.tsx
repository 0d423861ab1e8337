// What stands in place of a list, or of one item, that could not be read.
import texts from 'shop-messages:missing'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorPage } from './error-page.tsx'
import { addMessages } from './intl.tsx'
import { useKind } from './page.tsx'
import { MissingService } from './service-detail/missing-service.tsx'

addMessages(texts)

export function FailedList(props: ErrorComponentProps) {
  const { labels } = useKind()
  return <ErrorPage {...props} title={labels.listFailed} />
}

export function FailedService(props: ErrorComponentProps) {
  const { labels, failsAsMissing } = useKind()
  return failsAsMissing ? <MissingService /> : <ErrorPage {...props} title={labels.failed} />
}
