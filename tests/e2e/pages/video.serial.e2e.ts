import { expect, test } from '@playwright/test'
import { collectRequestUrls, getAllowedOrigins, openPage, scrollThroughPage } from '../../support/browsing.ts'
import { type ContentDocument, isObject } from '../../support/documents.ts'
import { loadSeedDocuments, publishDocuments } from '../../support/publishDocuments.ts'
import { seedText } from '../../support/seedContent.ts'

const title = seedText('homePage/sections/hero/video/title')

/** Returns the home page of the documents, with the video at `url` in each section that has a video. */
function replaceVideo(documents: ContentDocument[], source: string, url: string): ContentDocument[] {
  return documents.flatMap((document) => {
    if (document._id !== 'homePage' || !Array.isArray(document.sections)) return []
    const sections = document.sections.map((section: unknown) =>
      isObject(section) && isObject(section.video)
        ? { ...section, video: { ...section.video, source, url } }
        : section,
    )
    return [{ ...document, sections }]
  })
}

test.afterAll(async () => {
  await publishDocuments(await loadSeedDocuments())
})

for (const { source, url, playerUrl } of [
  {
    source: 'youtube',
    url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=12s',
    playerUrl: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
  },
  { source: 'vimeo', url: 'https://vimeo.com/1084537', playerUrl: 'https://player.vimeo.com/video/1084537' },
]) {
  test(`a video on ${source} requests no other host before the click, and only its player after the click`, {
    tag: '@all',
  }, async ({ page }) => {
    await publishDocuments(replaceVideo(await loadSeedDocuments(), source, url))
    // Stubs the player's page, so the test needs no network.
    await page.route(
      (target) => !getAllowedOrigins().includes(target.origin),
      (route) => route.fulfill({ contentType: 'text/html', body: '<title>player</title>' }),
    )
    const requests = collectRequestUrls(page)
    const listForeignRequests = () =>
      requests.filter(
        (request) => !request.startsWith('data:') && !getAllowedOrigins().includes(new URL(request).origin),
      )
    await openPage(page, '/')
    await scrollThroughPage(page)
    expect(listForeignRequests()).toEqual([])
    await expect(page.locator('iframe, video')).toHaveCount(0)

    await page.reload()
    await page.getByRole('button', { name: `Play video: ${title}`, exact: true }).click()
    const frame = page.locator('iframe')
    await expect(frame).toHaveAttribute('title', `Video player: ${title}`)
    const src = new URL((await frame.getAttribute('src')) ?? '')
    expect(`${src.origin}${src.pathname}`).toBe(playerUrl)
    expect(src.searchParams.get('autoplay')).toBe('1')
    if (source === 'vimeo') expect(src.searchParams.get('dnt')).toBe('1')
    await expect.poll(listForeignRequests).toEqual([src.href])
    await expect(frame).toBeFocused()
  })
}

for (const url of [
  'https://www.youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'javascript:alert(1)',
  'https://www.youtube.com/watch?v="><script>',
]) {
  test(`the invalid video URL ${url} shows the poster and a message`, { tag: '@all' }, async ({ page }) => {
    await publishDocuments(replaceVideo(await loadSeedDocuments(), 'youtube', url))
    await openPage(page, '/')
    await expect(page.getByRole('button', { name: /^Play video/ })).toHaveCount(0)
    await expect(page.locator('main section').first().getByRole('img')).toBeVisible()
    await expect(page.getByText(seedText('messages/video/unavailable'), { exact: true })).toBeVisible()
  })
}
