import { expect, it } from 'vitest'
import { readDocuments } from '../tests/support/content-variants/documents.ts'
import { problemsOf } from '../tests/support/content-variants/validate.ts'

it.each(readDocuments())('$_id is something the Studio would publish without a warning', async (document) => {
  expect(await problemsOf(document)).toEqual([])
})

it('would hear about a problem', async () => {
  const [settings] = readDocuments()
  expect(
    await problemsOf({ ...settings, _id: 'siteSettings', _type: 'siteSettings', siteName: '' }),
  ).not.toEqual([])
})
