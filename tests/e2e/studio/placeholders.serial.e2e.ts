import { expectRefused, expectStored, expectTextOnSite } from '../../support/editing.ts'
import { fillInTab, openDocument, pressPublish } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test('an unknown placeholder is refused, and pages show the value of a valid one', {
  tag: '@nightly',
}, async ({ page }) => {
  await openDocument(page, 'pages;aboutPage')
  await fillInTab(page, 'seo', 'seo.title', 'About {house}')
  await expectRefused(page, /“{house}” isn’t a placeholder for this text/)

  await fillInTab(page, 'seo', 'seo.title', 'Worth {totalValue}')
  await expectStored('drafts.aboutPage', 'seo.title', 'Worth {totalValue}')
  await pressPublish(page, 'aboutPage')
  await expectTextOnSite('/about', '<title>Worth $6,650')
})
