import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useText } from '../intl.tsx'

/** To where the visitor came from in this shop; whoever came by a link goes to the first page. */
export function BackButton() {
  const t = useText('payment')
  const router = useRouter()
  const back = () => {
    if (router.history.canGoBack()) router.history.back()
    else router.history.push('/')
  }
  return (
    <Button variant="quiet" className="-ms-4" icon={<ArrowLeft aria-hidden="true" className="mirror" />} onClick={back}>
      {t('back')}
    </Button>
  )
}
