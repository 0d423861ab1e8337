import type { Page } from '@playwright/test'
import { expect, test } from './support/admin.ts'

/** Records one second of colour-changing video. */
const filmed = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 32 })
    const pen = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    const ended = new Promise((resolve) => {
      recorder.ondataavailable = ({ data }) => parts.push(data)
      recorder.onstop = resolve
    })
    recorder.start()
    for (let frame = 0; frame < 20; frame++) {
      pen?.fillRect(frame, 0, 12, 32)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await ended
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })

test('a film that staff name plays behind the opening of the Umrah list, and one that is missing leaves the picture [C103]', async ({
  page,
  request,
}) => {
  const save = async (hero_video: string) =>
    expect((await request.put('/api/admin/settings', { data: { settings: { hero_video } } })).status()).toBe(200)
  const body = Buffer.from(await filmed(page))
  await page.route('**/films/dunes.webm', (route) => route.fulfill({ contentType: 'video/webm', body }))
  const film = page.locator('video')
  await save('/films/dunes.webm')
  await page.goto('/umrah')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0)).toBe(true)
  expect(await film.evaluate((video: HTMLVideoElement) => [video.muted, video.loop])).toEqual([true, true])
  await page.getByRole('button', { name: 'Stop the background motion' }).click()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/umrah')
  await expect(page.getByRole('heading', { level: 1, name: 'Umrah packages' })).toBeVisible()
  await expect(film).toHaveCount(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await save('/films/nowhere.webm')
  await page.goto('/umrah')
  await expect(film).toBeHidden()
  await expect(page.locator('main picture img').first()).toBeVisible()
  await save('')
})
