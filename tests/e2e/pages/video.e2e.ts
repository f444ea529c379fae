import { expect, test } from '@playwright/test'
import { holdScripts, open, readToTheEnd, watchRequests, watchTroubles } from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'

for (const [path, video] of [
  ['/', 'homePage/sections/hero/video'],
  ['/studio', 'studioPage/sections/tour/video'],
] as const) {
  test(`the video of ${path} loads nothing before the click, and plays after it`, async ({ page }) => {
    const requests = watchRequests(page)
    const troubles = watchTroubles(page)
    const clips = () => requests.filter((url) => /\/files\/|\.(mp4|webm|vtt)\b/.test(url))
    await open(page, path)
    await readToTheEnd(page)
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

    const captions = () =>
      player.evaluate((element: HTMLVideoElement) =>
        [...element.textTracks].map(({ kind, language, cues }) => [kind, language, (cues?.length ?? 0) > 0]),
      )
    await expect.poll(captions).toEqual([['captions', 'en', true]])
    expect(troubles.all).toEqual([])
  })
}

test('the player is reached and started with the keyboard', async ({ page }) => {
  await open(page, '/')
  const title = seedText('homePage/sections/hero/video/title')
  await page.getByRole('button', { name: `Play video: ${title}`, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(`Video player: ${title}`, { exact: true })).toBeFocused()
})

test('a press that comes before the scripts starts the film then', async ({ page }) => {
  const letScriptsCome = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /^Play video/ }).click()
  letScriptsCome()
  await expect(page.locator('video')).toBeFocused()
})

test('the sound stops when the visitor goes on to another page, and the poster is back later', async ({
  page,
}) => {
  await open(page, '/')
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
