import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { api, readFault } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('booking')
const shell = textOf('shell')

/** Returns a temporary link to a proof or document. It expires within minutes, so request it on use. */
export const fileLink = async (fileId: string): Promise<string> => (await api.files.admin.link({ fileId })).href

/** Downloads a private file; each download is logged. `name` tells the button from its neighbours. */
export function OpenFile({ fileId, name }: { fileId: string; name: string }) {
  const open = useMutation({
    mutationFn: () => fileLink(fileId),
    onSuccess: download,
    onError: (failure) => {
      const reason = readFault(failure).message
      const description = reason ? `${t('downloadFailed')}: ${reason}` : t('downloadFailed')
      showToast({ tone: 'error', title: shell('error'), description })
    },
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Download aria-hidden="true" />}
      loading={open.isPending}
      onClick={() => open.mutate()}
    >
      {t('download')}
      <span className="sr-only"> {name}</span>
    </Button>
  )
}
