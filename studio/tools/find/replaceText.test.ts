import type { SchemaType } from 'sanity'
import { beforeAll, expect, it } from 'vitest'
import { createTestWorkspace } from '@/tests/support/workspace'
import { createTermPattern, findText } from './findText'
import { replaceText } from './replaceText'

let type: SchemaType | undefined
beforeAll(async () => {
  const { schema } = await createTestWorkspace()
  type = schema.get('landingPage')
})

const span = (_key: string, text: string, marks: string[] = []) => ({ _key, _type: 'span', text, marks })
const page = {
  _id: 'drafts.a',
  _type: 'landingPage',
  title: 'Podcast for coaches',
  path: '/podcast',
  sections: [
    {
      _key: 's',
      _type: 'textBlockSection',
      heading: 'A podcast — your podcast',
      body: [
        {
          _key: 'b',
          _type: 'block',
          children: [span('1', 'One Podcast, '), span('2', 'two podcasts', ['em'])],
        },
        { _key: 'c', _type: 'block', children: [span('3', 'pod', ['strong']), span('4', 'cast')] },
      ],
      links: [{ _key: 'l', _type: 'link', label: 'Podcast', kind: 'page', page: '/podcast' }],
    },
  ],
}

/** Replaces all matches of a term, and returns the strings that changed. */
function replaceAll(term: string, newText: string) {
  const pattern = createTermPattern(term)
  if (!pattern) throw new Error('The term is empty.')
  return findText(page, pattern, {}).flatMap(({ path }) =>
    type ? replaceText(page, type, path, pattern, newText).map(({ text }) => text) : [],
  )
}

it('replaces text that editors entered, span by span, but not paths', () => {
  expect(replaceAll('podcast', '$& show')).toEqual([
    '$& show for coaches',
    'A $& show — your $& show',
    'One $& show, ',
    'two $& shows',
  ])
})

it('matches a term despite different dashes and spaces, and omits unchanged strings', () => {
  expect(replaceAll('a podcast - your', 'Our')).toEqual(['Our podcast'])
  expect(replaceAll('Podcast for coaches', 'Podcast for coaches')).toEqual([])
})
