import { evaluate, parse } from 'groq-js'
import { expect, it } from 'vitest'
import { mainDocuments } from './presentation'

const rules = [
  { from: '/spring-flyer', to: '/services#offer' },
  { from: '/Coaching', to: '/coaches' },
  { from: '/poster', to: '/podcast-for-coaches#offer' },
  { from: '/partner', to: 'https://example.com/services' },
]
const dataset = [
  { _id: 'aboutPage', _type: 'aboutPage' },
  { _id: 'servicesPage', _type: 'servicesPage' },
  { _id: 'redirects', _type: 'redirects', rules },
  { _id: 'coaches', _type: 'landingPage', path: '/coaches', formerPaths: ['/podcast-for-coaches'] },
  { _id: 'teams', _type: 'landingPage', path: '/teams' },
  { _id: 'unfinished', _type: 'landingPage' },
]

/** Returns the ids of the documents that Presentation finds for a path without a fixed page. */
async function findMainDocuments(path: string): Promise<unknown> {
  const resolver = mainDocuments.find(({ route }) => route === '/:slug')
  if (!resolver || typeof resolver.filter !== 'string') throw new Error('The filter should be a string.')
  const value = await evaluate(parse(`*[${resolver.filter}]._id`), { dataset, params: { path } })
  return value.get()
}

it.each([
  ['a landing page', '/teams', ['teams']],
  ['a landing page’s former path', '/podcast-for-coaches', ['coaches']],
  ['a redirect to a fixed page', '/spring-flyer', ['servicesPage']],
  ['a redirect to a landing page', '/coaching', ['coaches']],
  ['a redirect to a landing page’s former path', '/poster', ['coaches']],
  ['a redirect to another site', '/partner', []],
  ['an unknown path', '/unknown', []],
])('for %s (%s), finds the main documents %j', async (_name, path, ids) => {
  expect(await findMainDocuments(path)).toEqual(ids)
})
