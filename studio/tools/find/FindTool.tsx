import { SearchIcon } from '@sanity/icons/Search'
import { Box, Card, Container, Heading, Stack, Text, TextInput } from '@sanity/ui'
import { useDeferredValue, useMemo, useState } from 'react'
import { pathToString, type Tool, useSchema } from 'sanity'
import { route, useIntentLink, useRouter } from 'sanity/router'
import { formatOfferValues } from '@/lib/content/text/offerValues'
import type { Fields } from '@/studio/checks/walk'
import { getDocumentTitle, getSiteTypes } from '../../documentTitle'
import { type Query, useQuery } from '../../useQuery'
import { getFieldTitle } from '../beforePublish/getFieldTitle'
import { parseOfferNumbers } from '../parseOfferNumbers'
import { findText } from './findText'

/** A tool that searches strings, with filled-in placeholders, and formatted amounts; each match links to its field. */
export const findTool: Tool = {
  name: 'find',
  title: 'Find',
  icon: SearchIcon,
  component: FindTool,
  router: route.create('/'),
}

/** The URL parameter with the search term. It lets Back return to the same results. */
const termParam = 'term'

/** Maximum number of matches to show. A single letter would otherwise list the whole site. */
const maxMatches = 50

function FindTool() {
  const schema = useSchema()
  const allDocuments = useMemo(
    (): Query => ({
      query: '*[_type in $types] | order(_type)',
      params: { types: getSiteTypes(schema) },
      // Drafts replace their published documents.
      perspective: 'drafts',
    }),
    [schema],
  )
  const documents = useQuery<Fields[]>(allDocuments)
  const { navigate, state } = useRouter()
  const [term, setTerm] = useState(() => new Map(state._searchParams).get(termParam) ?? '')
  const deferredTerm = useDeferredValue(term)
  const updateTerm = (newTerm: string) => {
    setTerm(newTerm)
    navigate({ _searchParams: newTerm ? [[termParam, newTerm]] : [] }, { replace: true })
  }
  return (
    <Card height="fill" overflow="auto">
      <Container width={1} paddingX={4} paddingY={5}>
        <Stack gap={5}>
          <Stack gap={5}>
            <Heading as="h1" size={3}>
              Find on the site
            </Heading>
            <Text as="p" id="find-help" muted size={1}>
              Enter a sentence, word or amount as visitors see it. Unpublished drafts are included.
            </Text>
            <TextInput
              aria-label="Find on the site"
              aria-describedby="find-help"
              icon={SearchIcon}
              type="search"
              fontSize={2}
              padding={4}
              value={term}
              onChange={({ currentTarget }) => updateTerm(currentTarget.value)}
            />
          </Stack>
          <Box aria-live="polite">
            <Matches documents={documents} term={deferredTerm} />
          </Box>
        </Stack>
      </Container>
    </Card>
  )
}

function Matches({ documents, term }: { documents: Fields[] | 'failed' | undefined; term: string }) {
  const schema = useSchema()
  if (!term.trim()) return null
  if (documents === 'failed')
    return <Text size={1}>The content couldn’t be loaded. Reload the page to try again.</Text>
  if (!documents) return <Text size={1}>Loading content…</Text>
  const values = formatOfferValues(parseOfferNumbers(documents.find(({ _type }) => _type === 'offer')))
  const places = documents.flatMap((document) => {
    const id = String(document._id)
    const type = String(document._type)
    const schemaType = schema.get(type)
    const title = getDocumentTitle(document, schema)
    return findText(document, term, values).map(({ path, text }) => {
      const fieldPath = pathToString(path)
      const field = schemaType ? getFieldTitle(schemaType, path, document) : fieldPath
      return { key: `${id} ${fieldPath}`, title, field, text, edit: { id, type, path: fieldPath } }
    })
  })
  if (places.length === 0) return <Text size={1}>No text or price on the site matches.</Text>
  return (
    <Stack gap={4}>
      <Text muted size={1}>
        {places.length > maxMatches
          ? `Showing the first ${maxMatches} of ${places.length} matches`
          : `${places.length} found`}
      </Text>
      <Stack as="ul" gap={2} style={{ listStyle: 'none', margin: 0, padding: 0 }} data-testid="find-places">
        {places.slice(0, maxMatches).map(({ key, ...place }) => (
          <li key={key}>
            <PlaceLink {...place} text={createExcerpt(place.text, term)} />
          </li>
        ))}
      </Stack>
    </Stack>
  )
}

type PlaceLinkProps = {
  title: string
  field: string
  text: string
  /** Parameters of the intent that opens the field. */
  edit: { id: string; type: string; path: string }
}

function PlaceLink({ title, field, text, edit }: PlaceLinkProps) {
  const { href, onClick } = useIntentLink({ intent: 'edit', params: edit })
  return (
    <Card as="a" href={href} onClick={onClick} data-as="a" border padding={3} radius={2}>
      <Stack gap={3}>
        <Text size={1} weight="semibold">
          {title} › {field}
        </Text>
        <Text muted size={1}>
          {text}
        </Text>
      </Stack>
    </Card>
  )
}

/** Returns the text around the first match; the text's beginning when its quotes, dashes or spaces differ. */
function createExcerpt(text: string, term: string): string {
  const contextLength = 60
  const start = Math.max(0, text.toLowerCase().indexOf(term.trim().toLowerCase()) - contextLength)
  const end = start + term.length + 2 * contextLength
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}
