import { expect } from '@playwright/test'
import { fetchStoredField } from '../../support/content.ts'
import { publish } from '../../support/publishing.ts'
import { pressPublish, studioTimeouts, studioUrl, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

test('a redirect to a moved landing page is valid, and a button updates it', {
  tag: '@nightly',
}, async ({ page }) => {
  const sections = [{ _key: 'intro', _type: 'pageIntroSection', heading: 'For coaches' }]
  const movedPage = { title: 'Coaches', path: '/coaches', formerPaths: ['/podcast-for-coaches'], sections }
  const redirect = { _key: 'flyer', _type: 'redirect', from: '/flyer', match: 'exact', status: '301' }
  await publish([
    { createOrReplace: { _id: 'moved-page', _type: 'landingPage', ...movedPage } },
    {
      createOrReplace: {
        _id: 'redirects',
        _type: 'redirects',
        rules: [{ ...redirect, to: '/podcast-for-coaches#offer' }],
      },
    },
  ])
  await page.goto(studioUrl('intent/edit/id=moved-page;type=landingPage/'))
  await expect(page.getByText('These redirects point to a former path: /flyer.')).toBeVisible({
    timeout: uiTimeout,
  })

  const fieldPath = encodeURIComponent('rules[_key=="flyer"].to')
  await page.goto(studioUrl(`intent/edit/id=redirects;type=redirects;path=${fieldPath}/`))
  await expect(page.getByText(/“Coaches” has moved .* The redirect works/).first()).toBeAttached({
    timeout: uiTimeout,
  })
  await page.getByRole('button', { name: 'Use /coaches#offer' }).click()
  await expect
    .poll(() => fetchStoredField('drafts.redirects', 'rules[0].to'), { timeout: uiTimeout })
    .toBe('/coaches#offer')
  await page.getByRole('button', { name: 'Close dialog' }).click()
  await pressPublish(page, 'redirects')
})
