import { expect, test } from '@playwright/test'
import {
  collectBrowserErrors,
  collectRequestUrls,
  delayScripts,
  openPage,
  scrollThroughPage,
} from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'

for (const [path, video] of [
  ['/', 'homePage/sections/hero/video'],
  ['/studio', 'studioPage/sections/tour/video'],
] as const) {
  test(`the video of ${path} loads nothing before the click, and plays after it`, async ({ page }) => {
    const requests = collectRequestUrls(page)
    const troubles = collectBrowserErrors(page)
    const clips = () => requests.filter((url) => /\/files\/|\.(mp4|webm|vtt)\b/.test(url))
    await openPage(page, path)
    await scrollThroughPage(page)
    await expect(page.locator('video, iframe')).toHaveCount(0)
    expect(clips()).toEqual([])

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
    expect(clips().some((url) => /\.(webm|mp4)/.test(url))).toBe(true)

    const tracks = () =>
      player.evaluate((element: HTMLVideoElement) =>
        [...element.textTracks].map(({ kind, language, mode }) => [kind, language, mode]),
      )
    expect(await tracks()).toEqual([
      ['captions', 'en', 'showing'],
      ['descriptions', 'en', 'disabled'],
    ])
    const cues = () =>
      player.evaluate(({ textTracks }: HTMLVideoElement) => {
        for (const track of textTracks) if (track.mode === 'disabled') track.mode = 'hidden'
        return [...textTracks].map((track) => (track.cues?.length ?? 0) > 0)
      })
    await expect.poll(cues).toEqual([true, true])
    expect(troubles.all).toEqual([])
  })
}

test('a video that does not load is explained, and its play button retries', async ({ page }) => {
  const title = seedText('homePage/sections/hero/video/title')
  const failure = page.getByText(seedText('messages/video/failed'), { exact: true })
  const play = page.getByRole('button', { name: `Play video: ${title}`, exact: true })
  await page.route(/\.(webm|mp4)(\?|$)/, (route) => route.abort())
  await openPage(page, '/')
  await play.click()
  await expect(page.getByRole('alert').filter({ has: failure })).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)

  await page.unroute(/\.(webm|mp4)(\?|$)/)
  await play.click()
  await expect(page.getByLabel(`Video player: ${title}`, { exact: true })).toBeFocused()
  await expect(failure).toHaveCount(0)
})

test('a smaller copy that does not load leaves the other one playing', async ({ page }) => {
  await page.route(/\.webm(\?|$)/, (route) => route.abort())
  await openPage(page, '/')
  await page.getByRole('button', { name: /^Play video/ }).click()
  await expect
    .poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0)
})

test('the player is reached and started with the keyboard', async ({ page }) => {
  await openPage(page, '/')
  const title = seedText('homePage/sections/hero/video/title')
  await page.getByRole('button', { name: `Play video: ${title}`, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(`Video player: ${title}`, { exact: true })).toBeFocused()
})

test('a click before hydration starts the video after it', async ({ page }) => {
  const letScriptsCome = await delayScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^Play video/ }).click()
  letScriptsCome()
  await expect(page.locator('video')).toBeFocused()
})

test('the sound stops when the visitor opens another page, and the poster returns', async ({ page }) => {
  await openPage(page, '/')
  const play = page.getByRole('button', { name: /^Play video/ })
  await play.click()
  await expect(page.locator('video')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'About', exact: true }).click()
  await expect(page).toHaveURL('/about')
  await expect(page.locator('video')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(play).toBeVisible()
})
