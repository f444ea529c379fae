import { parseJsonPath, resolveMapping } from '@sanity/client/csm'
import { beforeAll, describe, expect, test } from 'vitest'
import { Dataset } from '../dataset.ts'
import { mutate } from '../mutations.ts'
import type { Perspective } from '../perspectives.ts'
import { runQuery } from '../queries.ts'
import type { Identity } from '../types.ts'

const editor: Identity = { id: 'e1', role: 'editor' }
const dataset = new Dataset({ name: 'production', file: ':memory:' })

beforeAll(() => {
  const buildSpan = (key: string, text: string) => ({ _type: 'span', _key: key, text, marks: [] })
  const home = {
    _type: 'homePage',
    title: 'Home',
    hero: { heading: 'Record here', image: { _type: 'image', asset: { _ref: 'image-1' }, alt: 'A studio' } },
    body: [
      {
        _type: 'block',
        _key: 'b1',
        style: 'normal',
        children: [buildSpan('s1', 'First'), buildSpan('s2', 'second')],
      },
      { _type: 'block', _key: 'b2', style: 'h2', children: [buildSpan('s3', "It's")] },
    ],
    sections: [
      { _type: 'offer', _key: 'o1', offer: { _type: 'reference', _ref: 'offer' } },
      { _type: 'text', _key: 't1', text: 'Words' },
    ],
    tags: ['one', 'two'],
  }
  const offer = { _type: 'offer', name: 'Growth Package', items: [{ _key: 'i1', label: 'Hours' }] }
  const editedOffer = { _type: 'offer', name: 'Growth Package 2', items: [{ _key: 'i9', label: 'Clips' }] }
  const image = { _type: 'sanity.imageAsset', url: 'http://localhost/x.png', alt: 'From the asset' }
  mutate(dataset, editor, [
    { create: { ...image, _id: 'image-1' } },
    { create: { ...offer, _id: 'offer' } },
    { create: { ...editedOffer, _id: 'drafts.offer' } },
    { create: { ...home, _id: 'home' } },
    { create: { ...home, _id: 'drafts.home', title: 'Home, edited' } },
  ])
})

const QUERIES = [
  '*[_id == "home"][0]',
  '*[_id == "home"][0]{title, "t": title, hero{heading}}',
  '*[_type == "homePage"]{..., body[]{..., children[]{text}}}',
  '*[_id == "home"][0]{"h": coalesce(missing, hero.heading), "alt": coalesce(hero.image.alt, hero.image.asset->alt)}',
  '*[_id == "home"][0]{"alt": hero.image.asset->alt, "img": hero.image{alt, "url": asset->url}}',
  '*[_id == "home"][0]{sections[]{_key, _type == "offer" => {"offer": offer->{name, items[]{label}}}, _type == "text" => {text}}}',
  '*[_id == "home"][0]{sections[]{..., ...select(_type == "offer" => offer->{name}, {"other": text})}}',
  '*[_id == "home"][0]{"texts": body[].children[].text, "last": body[-1].children[0].text}',
  '*[_id == "home"][0]{"keyed": body[_key == "b2"][0].children[0].text, "tags": tags[1..1]}',
  '*[_type == "offer"] | order(name desc){name}',
  '{"home": *[_id == "home"][0]{title}, "offers": *[_type == "offer"][0...2].name}',
  '*[_id == "home"][0].sections[].offer->name',
  '*[_id == "home"][0]{"pair": [title, hero.heading], "deep": {"nested": {"t": title}}}',
  '*[_id == "offer"][0]{"up": items[]{"owner": ^.name, label}}',
]

/** The scalars of a value, except null, with the path to each. */
function* listScalars(
  value: unknown,
  path: (string | number)[] = [],
): Generator<{ path: (string | number)[]; value: unknown }> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* listScalars(item, [...path, index])
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* listScalars(item, [...path, key])
  } else if (value !== null) yield { path, value }
}

function readPath(value: unknown, path: ReturnType<typeof parseJsonPath>): unknown {
  return path.reduce<unknown>((current, segment) => {
    if (typeof current !== 'object' || current === null) return undefined
    if (typeof segment === 'object') {
      return Array.isArray(current) ? current.find((item) => item?._key === segment._key) : undefined
    }
    return Reflect.get(current, segment)
  }, value)
}

const perspectives: Perspective[] = ['raw', 'published', 'drafts']

describe.each(perspectives)('in the perspective %s', (perspective) => {
  test.each(QUERIES)('maps every value of %s, except ids and null, to its source', (query) => {
    const { result, resultSourceMap: sourceMap } = runQuery(dataset, {
      query,
      perspective,
      identity: editor,
      resultSourceMap: true,
    })
    const scalars = [...listScalars(result)].filter(
      ({ path }) => path.at(-1) !== '_id' && path.at(-1) !== '_originalId',
    )
    expect(scalars.length).toBeGreaterThan(0)
    for (const { path, value } of scalars) {
      // Resolves the mapping with the client's own code.
      const resolved = resolveMapping(path, sourceMap)
      expect(resolved?.mapping.source.type, path.join('.')).toBe('documentValue')
      if (resolved?.mapping.source.type !== 'documentValue' || !sourceMap) continue
      const { document, path: pathIndex } = resolved.mapping.source
      const stored = dataset.get(sourceMap.documents[document]?._id ?? '')
      const sourcePath = `${sourceMap.paths[pathIndex]}${resolved.pathSuffix}`
      expect(readPath(stored, parseJsonPath(sourcePath)), `${path.join('.')} at ${sourcePath}`).toEqual(value)
    }
  })
})
