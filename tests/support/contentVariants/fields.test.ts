import { describe, expect, it } from 'vitest'
import { schemaTypes } from '@/schemas'
import { describeFields } from './describeFields.ts'
import { readDocuments } from './documents.ts'
import { withSamples } from './samples.ts'
import { makeMinimal } from './sparse.ts'
import { listErrors, workspace } from './validate.ts'

describe('describeFields', async () => {
  const names = schemaTypes.map(({ name }) => name)
  const types = await describeFields(workspace, names)

  it('finds in the compiled schema the fields of fields.generated.json, which npm run typegen writes', async () => {
    await expect(`${JSON.stringify(types, null, 2)}\n`).toMatchFileSnapshot('fields.generated.json')
  })

  it('distinguishes texts, codes and URLs, and marks fields that are required depending on other fields', () => {
    expect(types.link).toEqual({
      label: 'text!',
      kind: 'code!',
      page: 'code~',
      topic: 'code~',
      url: 'url~',
      fragment: 'code',
    })
    expect(types.announcement).toMatchObject({ text: 'text!', tone: 'code!', start: 'date!', pages: 'texts' })
    expect(types.siteSettings).toMatchObject({ contactEmail: 'email!', contactPhone: 'phone' })
  })

  it('describes pictures, lists, sections, and message groups', () => {
    expect(types.picture).toEqual({ alt: 'text!' })
    expect(types.logo).toEqual({ name: 'text!', picture: 'is:image!' })
    expect(types.question).toEqual({ question: 'text!', answer: 'list:block!' })
    expect(types.homePage).toEqual({ seo: 'is:seo!', sections: 'sections!' })
    expect(types.messages).toMatchObject({ video: 'is:messages.video!' })
    expect(types['messages.video']).toMatchObject({ play: 'text!' })
  })
})

it('the Studio accepts documents that have only the required fields', async () => {
  const documents = withSamples(readDocuments())
  for (const document of makeMinimal(documents)) expect(await listErrors(document), document._id).toEqual([])
})
