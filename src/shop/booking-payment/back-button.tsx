import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useText } from '../intl/intl.tsx'
import { useGo } from '../routing/link.tsx'

/**
 * Goes back within this shop; visitors who came by a link go to the home page. `onBack`: to an earlier step of this page
 * instead.
 */
export function BackButton({ onBack }: { onBack: (() => void) | undefined }) {
  const t = useText('payment')
  const { history } = useRouter()
  const go = useGo()
  const back = () => {
    if (onBack) onBack()
    else if (history.canGoBack()) history.back()
    else go('/')
  }
  return (
    <Button variant="quiet" className="-ms-4" icon={<ArrowLeft aria-hidden="true" className="mirror" />} onClick={back}>
      {t('back')}
    </Button>
  )
}
