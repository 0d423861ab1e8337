import { useBlocker } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { textOf } from '../text.ts'

const t = textOf('catalogue')

/** Nobody leaves a form with changes that are not stored without being asked, by whatever way. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Dialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      keepOnOutsidePress
      title={t('leaveTitle')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={() => reset?.()}>
            {t('stay')}
          </Button>
          <Button variant="danger" onClick={() => proceed?.()}>
            {t('leave')}
          </Button>
        </>
      }
    >
      <p>{t('leaveHint')}</p>
    </Dialog>
  )
}
