import { ClientError, type LiveEvent, type SanityClient, ServerError } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'
import { clientOf, writerOf } from './support.ts'

let cloud: RunningCloud
let writer: SanityClient
let anyone: SanityClient
beforeAll(async () => {
  cloud = await startLocalCloud()
  writer = writerOf(cloud)
  anyone = clientOf(cloud).withConfig({ perspective: 'published' })
  const span = (key: string, text: string) => ({ _type: 'span', _key: key, text, marks: [] })
  const body = [
    { _type: 'block', _key: 'b', markDefs: [], style: 'normal', children: [span('s', 'Hear it')] },
  ]
  const author = { _type: 'reference', _ref: 'ada' }
  await writer
    .transaction()
    .create({ _id: 'ada', _type: 'author', name: 'Ada Lovelace' })
    .create({ _id: 'one', _type: 'post', title: 'The camera', slug: { current: 'one' }, author, body })
    .create({ _id: 'two', _type: 'post', title: 'A camera story, and the camera', slug: { current: 'two' } })
    .create({ _id: 'drafts.one', _type: 'post', title: 'The camera, edited', author, body })
    .create({ _id: 'drafts.new', _type: 'post', title: 'Unpublished' })
    .commit()
})
afterAll(() => cloud.remove())

/** What a query is refused with. */
async function errorOf(query: string, params: Record<string, unknown> = {}) {
  try {
    await anyone.fetch<unknown>(query, params)
  } catch (error) {
    if (!(error instanceof ClientError || error instanceof ServerError)) throw error
    return { status: error.statusCode, message: error.message, body: error.response.body }
  }
  throw new Error('The query was not refused')
}

describe('a query', () => {
  test('has parameters of every kind, by GET and, when it is long, by POST', async () => {
    const query = '{"all": [$text, $number, $yes, $none, $list, $object]}'
    const params = {
      text: 'a "quoted" & $word',
      number: 1.5,
      yes: true,
      none: null,
      list: [1, 'x'],
      object: { a: 1 },
    }
    const all = Object.values(params)
    expect(await anyone.fetch(query, params)).toEqual({ all })
    // The client sends what is longer than 11 KB in the body.
    expect(await anyone.fetch(`// ${'x'.repeat(12_000)}\n${query}`, params)).toEqual({ all })
    const whole = await anyone.fetch('1 + 1', {}, { filterResponse: false })
    expect(whole).toMatchObject({ query: '1 + 1', result: 2, syncTags: [] })
    const bare = await anyone.fetch('1 + 1', {}, { filterResponse: false, returnQuery: false })
    expect(bare).not.toHaveProperty('query')
  })

  test('sees what its perspective and its caller are allowed to see', async () => {
    const ids = (client: SanityClient, perspective: 'raw' | 'published' | 'drafts') =>
      client.fetch<string[]>('*[_type == "post"] | order(_id)._id', {}, { perspective })
    expect(await ids(writer, 'raw')).toEqual(['drafts.new', 'drafts.one', 'one', 'two'])
    expect(await ids(writer, 'published')).toEqual(['one', 'two'])
    expect(await ids(writer, 'drafts')).toEqual(['new', 'one', 'two'])
    for (const perspective of ['raw', 'published', 'drafts'] as const) {
      expect(await ids(anyone, perspective)).toEqual(['one', 'two'])
    }
    const draft = await writer.fetch('*[_id == "one"][0]{_originalId, title}', {}, { perspective: 'drafts' })
    expect(draft).toEqual({ _originalId: 'drafts.one', title: 'The camera, edited' })
  })

  test('says where it is wrong', async () => {
    const query = '*[_type == "post"]{title'
    const wrong = await errorOf(query)
    expect(wrong).toMatchObject({ status: 400, body: { error: { type: 'queryParseError', query } } })
    expect(wrong.message).toContain('^')
    expect(await errorOf('count(*[_id == $id])')).toMatchObject({
      status: 400,
      body: { error: { description: 'param $id referenced, but not provided', start: 15, end: 18 } },
    })
    expect(await errorOf('*[title == nope::such(1)]')).toMatchObject({ status: 400 })
    expect(await errorOf('geo::latLng(1, 2)')).toMatchObject({ status: 501 })
  })

  test.each([
    ['*[title match "cam*"] | order(_id)._id', ['one', 'two']],
    ['*[title match text::query("camera -story")]._id', ['one']],
    [
      '*[_type == "post"] | score(boost(title match "story", 3), title match "camera")[_score > 0]._id',
      ['two', 'one'],
    ],
    ['*[references("ada")]._id', ['one']],
    ['*[_id == "ada"][0]{"n": documents::incomingRefCount()}.n', 1],
    ['documents::get({"_ref": "ada"}).name', 'Ada Lovelace'],
    [
      '*[slug.current == "one"][0]{"text": pt::text(body), "by": author->name}',
      { text: 'Hear it', by: 'Ada Lovelace' },
    ],
    ['fn local::shout($it) = $it{"loud": upper(title)}; local::shout(*[_id == "one"][0]).loud', 'THE CAMERA'],
    ['array::join(string::split("a,b", ","), "-") + string(round(2.567, 1))', 'a-b2.6'],
  ])('%s', async (query, answer) => {
    expect(await anyone.fetch(query)).toEqual(answer)
  })

  test('comes with a map to where each value stands', async () => {
    const query =
      '*[_id == "one"][0]{title, author->{name}, body[]{children[]{text}}, "is": select(defined(slug) => slug.current)}'
    const { resultSourceMap } = await anyone.fetch(
      query,
      {},
      { filterResponse: false, resultSourceMap: true },
    )
    const { documents = [], paths = [], mappings = {} } = resultSourceMap ?? {}
    const where = (path: string) => {
      const mapping = mappings[path]
      if (mapping?.type !== 'value' || mapping.source.type !== 'documentValue') return undefined
      return [documents[mapping.source.document]?._id, paths[mapping.source.path]]
    }
    expect(where("$['title']")).toEqual(['one', "$['title']"])
    expect(where("$['author']['name']")).toEqual(['ada', "$['name']"])
    expect(where("$['body'][0]['children'][0]['text']")).toEqual([
      'one',
      "$['body'][0]['children'][0]['text']",
    ])
    expect(where("$['is']")).toEqual(['one', "$['slug']['current']"])
  })

  test('has tags that tell when its answer may have changed, and only then', async () => {
    const told: LiveEvent[] = []
    const live = writer.withConfig({ perspective: 'published' }).live.events()
    const listening = live.subscribe((event) => told.push(event))
    await expect.poll(() => told[0]?.type, { timeout: 10_000 }).toBe('welcome')
    const tagsOf = async (query: string) =>
      (await anyone.fetch(query, {}, { filterResponse: false })).syncTags ?? []
    const [post, author] = [
      await tagsOf('*[_id == "one"][0].title'),
      await tagsOf('*[_type == "author"].name'),
    ]
    await writer.patch('one').set({ title: 'The camera' }).commit()
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(2)
    const [, message] = told
    const tags = message?.type === 'message' ? message.tags : []
    expect(tags.some((tag) => post.includes(tag))).toBe(true)
    expect(tags.some((tag) => author.includes(tag))).toBe(false)
    listening.unsubscribe()
  })
})
