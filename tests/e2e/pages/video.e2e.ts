import { expect, type Locator, type Page, test } from '@playwright/test'
import { collectBrowserErrors, collectRequestUrls, openPage } from '../../support/browsing.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'

const filmTitle = seedText('homePage/sections/hero/video/title')
const getPlayButton = (page: Page, title: string) =>
  page.getByRole('button', { name: `Play video: ${title}`, exact: true })

/**
 * Verifies that an open page loads its video only when the visitor presses play, and returns the video element.
 *
 * @param requests - the URLs of the page's requests; see `collectRequestUrls`
 */
async function playVideo(page: Page, requests: readonly string[], title: string): Promise<Locator> {
  const listVideoRequests = () => requests.filter((url) => /\/files\/|\.(mp4|webm|vtt)\b/.test(url))
  await getPlayButton(page, title).scrollIntoViewIfNeeded()
  await expect(page.locator('video, iframe')).toHaveCount(0)
  expect(listVideoRequests()).toEqual([])
  await getPlayButton(page, title).click()
  const video = page.locator('video')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0)
  expect(listVideoRequests().some((url) => /\.(webm|mp4)/.test(url))).toBe(true)
  return video
}

test('the tour video loads only on play, and has controls and text tracks', async ({ page }) => {
  const browserErrors = collectBrowserErrors(page)
  const title = seedText('studioPage/sections/tour/video/title')
  const requests = collectRequestUrls(page)
  await openPage(page, '/studio')
  const video = await playVideo(page, requests, title)
  await expect(video).toBeFocused()
  await expect(page.getByLabel(`Video player: ${title}`, { exact: true })).toBeVisible()
  expect(await video.evaluate((element: HTMLVideoElement) => element.controls)).toBe(true)
  const readTracks = () =>
    video.evaluate((element: HTMLVideoElement) =>
      [...element.textTracks].map(({ kind, language, mode }) => [kind, language, mode]),
    )
  expect(await readTracks()).toEqual([
    ['captions', 'en', 'showing'],
    ['descriptions', 'en', 'disabled'],
  ])
  /** Enables all text tracks, and returns whether each has loaded its cues. */
  const loadTrackCues = () =>
    video.evaluate(({ textTracks }: HTMLVideoElement) => {
      for (const track of textTracks) if (track.mode === 'disabled') track.mode = 'hidden'
      return [...textTracks].map((track) => (track.cues?.length ?? 0) > 0)
    })
  await expect.poll(loadTrackCues).toEqual([true, true])
  expect(browserErrors.all).toEqual([])
})

for (const [name, viewport] of Object.entries({ 'a phone': phone, 'a large screen': largeScreen })) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport })

    test('the film plays muted in place of its poster, with offer cards on top', async ({ page }) => {
      const browserErrors = collectBrowserErrors(page)
      const requests = collectRequestUrls(page)
      await openPage(page, '/')
      // Playwright scrolls to the button, which changes only the vertical position.
      const measure = async (locator: Locator) => ({ ...(await locator.boundingBox()), y: 0 })
      const poster = await measure(page.locator('.hero-video .picture'))
      const video = await playVideo(page, requests, filmTitle)
      expect(await measure(video)).toEqual(poster)
      expect(await video.evaluate((element: HTMLVideoElement) => element.muted)).toBe(true)
      await expect(page.getByText(seedText('messages/video/silent'), { exact: true })).toBeVisible()

      const card = page.locator('.film-card > p').filter({ visible: true })
      for (const [time, text] of [
        [1, '8 studio hours per month'],
        [9, '10 social clips per episode'],
        [16, '2 cameras'],
        [24, '$997/month for the first 2 months, then $1,497/month'],
      ] as const) {
        await video.evaluate((element: HTMLVideoElement, seconds) => {
          element.currentTime = seconds
        }, time)
        await expect(card).toHaveText(text)
      }

      const pauseButton = page.getByRole('button', { name: `Pause video: ${filmTitle}`, exact: true })
      await expect(pauseButton).toBeFocused()
      await pauseButton.click()
      expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
      await getPlayButton(page, filmTitle).click()
      await expect(pauseButton).toBeFocused()

      const fullScreenButton = page.getByRole('button', { name: `Full screen: ${filmTitle}`, exact: true })
      await page.keyboard.press('Tab')
      await expect(fullScreenButton).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(video).toBeFocused()
      const readScreen = () =>
        video.evaluate((element: HTMLVideoElement) => [
          document.fullscreenElement === element,
          element.controls,
        ])
      expect(await readScreen()).toEqual([true, true])
      expect(await measure(video)).toEqual({ x: 0, y: 0, width: viewport.width, height: viewport.height })
      await page.evaluate(() => document.exitFullscreen())
      await expect(fullScreenButton).toBeFocused()
      expect(await readScreen()).toEqual([false, false])
      expect(await measure(video)).toEqual(poster)
      expect(browserErrors.all).toEqual([])
    })
  })
}

test('if a video does not load, a message appears, and the play button tries again', async ({ page }) => {
  const failureMessage = page.getByText(seedText('messages/video/failed'), { exact: true })
  const playButton = getPlayButton(page, filmTitle)
  await page.route(/\.(webm|mp4)(\?|$)/, (route) => route.abort())
  await openPage(page, '/')
  await playButton.click()
  await expect(page.getByRole('alert').filter({ has: failureMessage })).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)

  await page.unroute(/\.(webm|mp4)(\?|$)/)
  await playButton.click()
  await expect(page.locator('.film-toggle')).toBeFocused()
  await expect(failureMessage).toHaveCount(0)
})
