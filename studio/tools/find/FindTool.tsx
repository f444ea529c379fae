import { SearchIcon } from '@sanity/icons/Search'
import { Box, Button, Card, Container, Flex, Heading, Stack, Text, TextInput } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useDeferredValue, useMemo, useState } from 'react'
import { pathToString, type Tool, useClient, useCurrentUser, useSchema } from 'sanity'
import { IntentLink, route, useIntentLink, useRouter } from 'sanity/router'
import { apiVersion } from '@/lib/content/reading/config'
import { mergeMessages } from '@/lib/content/reading/messages'
import { getPublishedId } from '@/lib/content/reading/tags'
import { formatOfferValues } from '@/lib/content/text/offerValues'
import type { FieldPath, Fields } from '@/studio/checks/walk'
import { getDocumentTitle, getSiteTypes } from '../../documentTitle'
import { canWriteDrafts } from '../../roles'
import { type Query, useQuery } from '../../useQuery'
import { getFieldTitle } from '../beforePublish/getFieldTitle'
import { parseOfferNumbers } from '../parseOfferNumbers'
import { createTermPattern, findText } from './findText'
import { replaceText } from './replaceText'
import { saveReplacements } from './saveReplacements'

/** A tool that finds and replaces strings, and finds formatted amounts; each match links to its field. */
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

/** A field with a match. */
type Place = {
  id: string
  type: string
  path: FieldPath
  title: string
  field: string
  text: string
  canReplace: boolean
}

function FindTool() {
  const schema = useSchema()
  const client = useClient({ apiVersion })
  const { push } = useToast()
  const isWriter = canWriteDrafts(useCurrentUser())
  /** Published ids of the documents with replaced texts, in order. */
  const [changedIds, setChangedIds] = useState<readonly string[]>([])
  const [saves, setSaves] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the documents are fetched again after each save
  const allDocuments = useMemo(
    (): Query => ({
      query: '*[_type in $types] | order(_type)',
      params: { types: getSiteTypes(schema) },
      // Drafts replace their published documents.
      perspective: 'drafts',
    }),
    [schema, saves],
  )
  const documents = useQuery<Fields[]>(allDocuments)
  const { navigate, state } = useRouter()
  const [term, setTerm] = useState(() => new Map(state._searchParams).get(termParam) ?? '')
  const [newText, setNewText] = useState('')
  const deferredTerm = useDeferredValue(term)
  const updateTerm = (newTerm: string) => {
    setTerm(newTerm)
    navigate({ _searchParams: newTerm ? [[termParam, newTerm]] : [] }, { replace: true })
  }

  async function replace(places: readonly Place[]) {
    try {
      const ids = [...new Set(places.map(({ id }) => id))]
      const savedIds = await saveReplacements(client, ids, (document) => {
        const type = schema.get(String(document._type))
        const paths = places
          .filter(({ id }) => id === getPublishedId(String(document._id)))
          .map(({ path }) => path)
        return type ? paths.flatMap((path) => replaceText(document, type, path, term, newText)) : []
      })
      setChangedIds((earlierIds) => [...new Set([...earlierIds, ...savedIds])])
    } catch {
      push({
        status: 'error',
        title: 'Nothing was replaced. Another editor probably just changed a document. Try again.',
      })
    }
    setSaves((count) => count + 1)
  }

  return (
    <Card height="fill" overflow="auto">
      <Container width={1} paddingX={4} paddingY={5}>
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
          {isWriter && term.trim() !== '' && (
            <TextInput
              aria-label="Replace with"
              placeholder="Replace with…"
              fontSize={2}
              padding={4}
              value={newText}
              onChange={({ currentTarget }) => setNewText(currentTarget.value)}
            />
          )}
          <Drafts ids={changedIds} documents={documents} />
          <Box aria-live="polite">
            <Matches
              documents={documents}
              term={deferredTerm}
              newText={isWriter ? newText : ''}
              onReplace={replace}
            />
          </Box>
        </Stack>
      </Container>
    </Card>
  )
}

/** The documents whose texts were replaced, to publish them. */
function Drafts({ ids, documents }: { ids: readonly string[]; documents: Fields[] | 'failed' | undefined }) {
  const schema = useSchema()
  if (ids.length === 0 || !Array.isArray(documents)) return null
  return (
    <Card padding={4} radius={2} tone="positive" role="status" data-testid="replaced">
      <Stack gap={4}>
        <Text size={1}>Replaced in drafts, which visitors don’t see. Open and publish them:</Text>
        {documents
          .filter(({ _id }) => ids.includes(String(_id)))
          .map((document) => (
            <Text key={String(document._id)} size={1}>
              <IntentLink intent="edit" params={{ id: String(document._id), type: String(document._type) }}>
                {getDocumentTitle(document, schema)}
              </IntentLink>
            </Text>
          ))}
      </Stack>
    </Card>
  )
}

type MatchesProps = {
  documents: Fields[] | 'failed' | undefined
  term: string
  /** Replaces the term; empty for no replacement. */
  newText: string
  onReplace: (places: readonly Place[]) => void
}

function Matches({ documents, term, newText, onReplace }: MatchesProps) {
  const schema = useSchema()
  const pattern = createTermPattern(term)
  if (!pattern) return null
  if (documents === 'failed')
    return <Text size={1}>The content couldn’t be loaded. Reload the page to try again.</Text>
  if (!documents) return <Text size={1}>Loading content…</Text>
  const values = formatOfferValues(parseOfferNumbers(documents.find(({ _type }) => _type === 'offer')))
  const places = documents.flatMap((document) => {
    const id = String(document._id)
    const type = String(document._type)
    const schemaType = schema.get(type)
    const title = getDocumentTitle(document, schema)
    // A default is found, but only an editor's own text can be replaced.
    const shown = type === 'messages' ? { ...document, ...mergeMessages(document) } : document
    return findText(shown, term, values).map(({ path, text }): Place => {
      const field = schemaType ? getFieldTitle(schemaType, path, document) : pathToString(path)
      const canReplace =
        newText !== '' && schemaType
          ? replaceText(document, schemaType, path, term, newText).length > 0
          : false
      return { id, type, path, title, field, text, canReplace }
    })
  })
  if (places.length === 0) return <Text size={1}>No text or price on the site matches.</Text>
  const replaceable = places.filter(({ canReplace }) => canReplace)
  return (
    <Stack gap={4}>
      <Flex align="center" gap={3} wrap="wrap">
        <Box flex={1}>
          <Text muted size={1}>
            {places.length > maxMatches
              ? `Showing the first ${maxMatches} of ${places.length} matches`
              : `${places.length} found`}
            {newText !== '' &&
              replaceable.length < places.length &&
              `. ${places.length - replaceable.length} can’t be replaced here: placeholders, amounts, paths, default messages, and texts with formatting inside the match.`}
          </Text>
        </Box>
        {replaceable.length > 0 && (
          <Button
            mode="ghost"
            text={`Replace all ${replaceable.length}`}
            onClick={() => onReplace(replaceable)}
          />
        )}
      </Flex>
      <Stack as="ul" gap={2} style={{ listStyle: 'none', margin: 0, padding: 0 }} data-testid="find-places">
        {places.slice(0, maxMatches).map((place) => (
          <Flex as="li" key={`${place.id} ${pathToString(place.path)}`} align="center" gap={2}>
            <PlaceLink place={place} pattern={pattern} />
            {place.canReplace && <Button mode="ghost" text="Replace" onClick={() => onReplace([place])} />}
          </Flex>
        ))}
      </Stack>
    </Stack>
  )
}

function PlaceLink({ place, pattern }: { place: Place; pattern: RegExp }) {
  const { id, type, path, title, field, text } = place
  const { href, onClick } = useIntentLink({ intent: 'edit', params: { id, type, path: pathToString(path) } })
  return (
    <Card as="a" href={href} onClick={onClick} data-as="a" border flex={1} padding={3} radius={2}>
      <Stack gap={3}>
        <Text size={1} weight="semibold">
          {title} › {field}
        </Text>
        <Text muted size={1}>
          <Excerpt text={text} pattern={pattern} />
        </Text>
      </Stack>
    </Card>
  )
}

/** The text around the first match, with highlighted matches. */
function Excerpt({ text, pattern }: { text: string; pattern: RegExp }) {
  const contextLength = 60
  const [match = ''] = text.match(pattern) ?? []
  const start = Math.max(0, text.search(pattern) - contextLength)
  const end = start + match.length + 2 * contextLength
  const excerpt = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
  const matches = [...excerpt.matchAll(pattern)]
  return (
    <>
      {matches.map((found, index) => {
        const previous = matches[index - 1]
        const previousEnd = previous ? previous.index + previous[0].length : 0
        return (
          <span key={found.index}>
            {excerpt.slice(previousEnd, found.index)}
            <mark>{found[0]}</mark>
          </span>
        )
      })}
      {excerpt.slice((matches.at(-1)?.index ?? 0) + (matches.at(-1)?.[0].length ?? 0))}
    </>
  )
}
