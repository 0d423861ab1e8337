import { expect, test, vi } from 'vitest'

test('the previews and texts of pictures are loaded with the first page that the server did not send, and once', async () => {
  vi.resetModules()
  const loadDetails = vi.fn()
  vi.doMock('./picture-details.ts', () => ({ loadDetails }))
  const { detailsReady, leaveFirstPage } = await import('./late-details.ts')
  await detailsReady()
  expect(loadDetails).not.toHaveBeenCalled()
  leaveFirstPage()
  await Promise.all([detailsReady(), detailsReady()])
  expect(loadDetails).toHaveBeenCalledTimes(1)
})
