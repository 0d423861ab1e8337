import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useText } from '../intl/intl.tsx'

/**
 * Goes back within this shop; visitors who came by a link go to the home page. `onBack`: to an earlier step of this page
 * instead.
 */
export function BackButton({ onBack }: { onBack: (() => void) | undefined }) {
  const t = useText('payment')
  const router = useRouter()
  const back = () => {
    if (onBack) onBack()
    else if (router.history.canGoBack()) router.history.back()
    else router.history.push('/')
  }
  return (
    <Button variant="quiet" className="-ms-4" icon={<ArrowLeft aria-hidden="true" className="mirror" />} onClick={back}>
      {t('back')}
    </Button>
  )
}
