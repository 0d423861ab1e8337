import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useText } from '../intl/intl.tsx'

/** The service could not be loaded (C136). Keeps the frame and offers a retry. */
export function ServiceFailed(_: ErrorComponentProps) {
  const t = useText('loading')
  const router = useRouter()
  return (
    <div className="wide max-w-xl py-20">
      <title>{t('failedTitle')}</title>
      <Notice tone="danger" role="alert">
        <h1 className="notice-title text-xl">{t('failedTitle')}</h1>
        <p>{t('failedText')}</p>
        <Button className="mt-4" onClick={() => void router.invalidate()}>
          {t('tryAgain')}
        </Button>
      </Notice>
    </div>
  )
}
