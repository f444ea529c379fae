import { evaluate, parse } from 'groq-js'
import { expect, it } from 'vitest'
import { readDocuments } from '../../tests/support/documents.ts'
import { launchQuery, listLaunchItems, listOpenQuestions } from './BeforeLaunch'

const listTitles = async (dataset: unknown[]) => {
  const value = await evaluate(parse(launchQuery), { dataset })
  const content = await value.get()
  return [...listLaunchItems(content), ...listOpenQuestions(content)].map(({ title }) => title)
}

it('lists the seed’s unanswered questions and missing facts', async () => {
  const titles = await listTitles(readDocuments())
  expect(titles).toContain('Where do we park?')
  expect(titles).toContain('How many episodes do we get from 8 hours?')
  expect(titles).not.toContain('How do I cancel?')
  expect(titles).toHaveLength(17)
})

it('lists nothing once the studio has supplied everything', async () => {
  const section = (type: string, fields: object) => ({ _type: `${type}Section`, ...fields })
  const sections = [
    section('hero', { episode: { poster: { asset: { _ref: 'image-a' } } } }),
    section('questions', { questions: [{ question: 'Where do we park?', answer: [{}] }] }),
    section('team', { people: [{}] }),
    section('episodes', { episodes: [{}] }),
    section('testimonials', { testimonials: [{}] }),
    section('stats', { source: 'As of November 2026' }),
  ]
  const settings = { address: ['9454 Wilshire Boulevard'], contactEmail: 'hello@example.com' }
  expect(
    await listTitles([
      { _id: 'homePage', sections },
      { _id: 'siteSettings', ...settings },
    ]),
  ).toEqual([])
})
