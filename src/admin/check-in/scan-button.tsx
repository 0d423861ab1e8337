import { ScanQrCode } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import { canScan, ScanDialog } from './scan-dialog.tsx'

const t = textOf('checkIn')

/** Renders nothing where no camera can be opened. */
export function ScanButton({ onCode }: { onCode: (code: string) => void }) {
  const [isScanning, setScanning] = useState(false)
  if (!canScan()) return null
  const finish = (code: string) => {
    setScanning(false)
    onCode(code)
  }
  return (
    <>
      <Button icon={<ScanQrCode aria-hidden="true" />} onClick={() => setScanning(true)}>
        {t('scan')}
      </Button>
      {isScanning ? <ScanDialog onCode={finish} onClose={() => setScanning(false)} /> : null}
    </>
  )
}
