import { expect, test } from '@playwright/test'
import {
  collectBrowserErrors,
  collectRequestUrls,
  openPage,
  scrollThroughPage,
} from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'

for (const [path, video] of [
  ['/', 'homePage/sections/hero/video'],
  ['/studio', 'studioPage/sections/tour/video'],
] as const) {
  test(`the video of ${path} loads no video or text track before the click, and plays with both after it`, async ({
    page,
  }) => {
    const requests = collectRequestUrls(page)
    const browserErrors = collectBrowserErrors(page)
    const listVideoRequests = () => requests.filter((url) => /\/files\/|\.(mp4|webm|vtt)\b/.test(url))
    await openPage(page, path)
    await scrollThroughPage(page)
    await expect(page.locator('video, iframe')).toHaveCount(0)
    expect(listVideoRequests()).toEqual([])

    await page.reload()
    const title = seedText(`${video}/title`)
    await page.getByRole('button', { name: `Play video: ${title}`, exact: true }).click()
    const player = page.getByLabel(`Video player: ${title}`, { exact: true })
    await expect(player).toBeVisible()
    await expect(player).toBeFocused()
    await expect
      .poll(() => player.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(0)
    expect(await player.evaluate((element: HTMLVideoElement) => element.controls)).toBe(true)
    expect(listVideoRequests().some((url) => /\.(webm|mp4)/.test(url))).toBe(true)

    const readTracks = () =>
      player.evaluate((element: HTMLVideoElement) =>
        [...element.textTracks].map(({ kind, language, mode }) => [kind, language, mode]),
      )
    expect(await readTracks()).toEqual([
      ['captions', 'en', 'showing'],
      ['descriptions', 'en', 'disabled'],
    ])
    /** Enables all text tracks, and returns whether each has loaded its cues. */
    const loadTrackCues = () =>
      player.evaluate(({ textTracks }: HTMLVideoElement) => {
        for (const track of textTracks) if (track.mode === 'disabled') track.mode = 'hidden'
        return [...textTracks].map((track) => (track.cues?.length ?? 0) > 0)
      })
    await expect.poll(loadTrackCues).toEqual([true, true])
    expect(browserErrors.all).toEqual([])
  })
}

test('a message reports a video that does not load, and its play button retries', async ({ page }) => {
  const title = seedText('homePage/sections/hero/video/title')
  const failureMessage = page.getByText(seedText('messages/video/failed'), { exact: true })
  const playButton = page.getByRole('button', { name: `Play video: ${title}`, exact: true })
  await page.route(/\.(webm|mp4)(\?|$)/, (route) => route.abort())
  await openPage(page, '/')
  await playButton.click()
  await expect(page.getByRole('alert').filter({ has: failureMessage })).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)

  await page.unroute(/\.(webm|mp4)(\?|$)/)
  await playButton.click()
  await expect(page.getByLabel(`Video player: ${title}`, { exact: true })).toBeFocused()
  await expect(failureMessage).toHaveCount(0)
})

test('the keyboard starts the video and moves the focus to the player', async ({ page }) => {
  await openPage(page, '/')
  const title = seedText('homePage/sections/hero/video/title')
  await page.getByRole('button', { name: `Play video: ${title}`, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(`Video player: ${title}`, { exact: true })).toBeFocused()
})
