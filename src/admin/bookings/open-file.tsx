import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { api, readFault } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('booking')

/** Where a proof or document is fetched; the address works for minutes, so it is asked for when it is used. */
export const fileLink = async (fileId: string): Promise<string> => (await api.files.admin.link({ fileId })).href

/** Downloads a private file; each download is written down. `name` tells it from its neighbours. */
export function OpenFile({ fileId, name }: { fileId: string; name: string }) {
  const open = useMutation({
    mutationFn: () => fileLink(fileId),
    onSuccess: download,
    onError: (failure) =>
      showToast({ tone: 'error', title: t('downloadFailed'), description: readFault(failure).message }),
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
