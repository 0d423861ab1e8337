import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { api, readFault } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('booking')
const shell = textOf('shell')

/** Where a proof or document is fetched; the address works for minutes, so it is asked for when it is used. */
export const fileLink = async (fileId: string): Promise<string> => (await api.files.admin.link({ fileId })).href

/** Downloads a private file; each download is written down. `name` tells it from its neighbours. */
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
