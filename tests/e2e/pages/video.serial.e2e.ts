import { expect, test } from '@playwright/test'
import { collectRequestUrls, getAllowedOrigins, openPage, scrollThroughPage } from '../../support/browsing.ts'
import { type ContentDocument, isObject } from '../../support/contentVariants/documents.ts'
import { loadSeedDocuments, publishDocuments } from '../../support/publishDocuments.ts'
import { seedText } from '../../support/seedContent.ts'

const title = seedText('homePage/sections/hero/video/title')

/** The seed with another video in the hero. */
function withVideo(documents: ContentDocument[], source: string, url: string): ContentDocument[] {
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

for (const { source, url, player } of [
  {
    source: 'youtube',
    url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=12s',
    player: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
  },
  { source: 'vimeo', url: 'https://vimeo.com/1084537', player: 'https://player.vimeo.com/video/1084537' },
]) {
  test(`a video on ${source} loads nothing before the click, and only its player after it`, {
    tag: '@all',
  }, async ({ page }) => {
    await publishDocuments(withVideo(await loadSeedDocuments(), source, url))
    // Makes no network request: the player's page is a stub.
    await page.route(
      (target) => !getAllowedOrigins().includes(target.origin),
      (route) => route.fulfill({ contentType: 'text/html', body: '<title>player</title>' }),
    )
    const requests = collectRequestUrls(page)
    const elsewhere = () =>
      requests.filter(
        (each) => !each.startsWith('data:') && !getAllowedOrigins().includes(new URL(each).origin),
      )
    await openPage(page, '/')
    await scrollThroughPage(page)
    expect(elsewhere()).toEqual([])
    await expect(page.locator('iframe, video')).toHaveCount(0)

    await page.reload()
    await page.getByRole('button', { name: `Play video: ${title}`, exact: true }).click()
    const frame = page.locator('iframe')
    await expect(frame).toHaveAttribute('title', `Video player: ${title}`)
    const src = new URL((await frame.getAttribute('src')) ?? '')
    expect(`${src.origin}${src.pathname}`).toBe(player)
    expect(src.searchParams.get('autoplay')).toBe('1')
    if (source === 'vimeo') expect(src.searchParams.get('dnt')).toBe('1')
    await expect.poll(elsewhere).toEqual([src.href])
    await expect(frame).toBeFocused()
  })
}

for (const url of [
  'https://www.youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'javascript:alert(1)',
  'https://www.youtube.com/watch?v="><script>',
]) {
  test(`a URL without a video, ${url}, shows the poster and a message`, { tag: '@all' }, async ({ page }) => {
    await publishDocuments(withVideo(await loadSeedDocuments(), 'youtube', url))
    await openPage(page, '/')
    await expect(page.getByRole('button', { name: /^Play video/ })).toHaveCount(0)
    await expect(page.locator('main section').first().getByRole('img')).toBeVisible()
    await expect(page.getByText(seedText('messages/video/unavailable'), { exact: true })).toBeVisible()
  })
}
