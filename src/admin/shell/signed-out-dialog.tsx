import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { textOf } from '../text.ts'

const t = textOf('shell')

/** The session ended with unsaved edits. They stay hidden until someone signs in again. */
export const SignedOutDialog = ({ onRetry, onLeave }: { onRetry: () => void; onLeave: () => void }) => (
  <Dialog
    open
    onClose={onRetry}
    keepOnOutsidePress
    title={t('signedOutTitle')}
    closeLabel={t('retry')}
    footer={
      <>
        <Button variant="secondary" onClick={onLeave}>
          {t('signedOutLeave')}
        </Button>
        <a href="/auth?returnTo=%2Fadmin" target="_blank" rel="noreferrer" className={buttonClass({})}>
          {t('signInAgain')}
        </a>
      </>
    }
  >
    <p>{t('signedOut')}</p>
  </Dialog>
)
