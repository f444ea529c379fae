import { SearchIcon } from '@sanity/icons/Search'
import { Box, Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useDeferredValue, useMemo, useState } from 'react'
import { pathToString, type Tool, useClient, useCurrentUser, useSchema } from 'sanity'
import { route, useRouter } from 'sanity/router'
import { apiVersion } from '@/lib/content/reading/config'
import { completePage, mergeMessages } from '@/lib/content/reading/messages'
import { getPublishedId } from '@/lib/content/reading/tags'
import { formatOfferValues } from '@/lib/content/text/offerValues'
import type { FieldPath, Fields } from '@/studio/checks/walk'
import { getDocumentTitle, getSiteTypes } from '../../documentTitle'
import { canWriteDrafts } from '../../roles'
import { type Query, useQuery } from '../../useQuery'
import { DocumentList, FindingLink, FindingList } from '../Finding'
import { getFieldTitle } from '../fieldTypes'
import { Loaded, ToolPage } from '../ToolPage'
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
  text: string
  canReplace: boolean
}

function FindTool() {
  const schema = useSchema()
  const client = useClient({ apiVersion })
  const { push } = useToast()
  const isWriter = canWriteDrafts(useCurrentUser())
  /** Published ids of the documents with replaced text, in the order of replacement. */
  const [changedIds, setChangedIds] = useState<readonly string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the documents are fetched again after each replacement
  const allDocuments = useMemo(
    (): Query => ({
      query: '*[_type in $types] | order(_type)',
      params: { types: getSiteTypes(schema) },
      // With this perspective, a draft is returned instead of its published document.
      perspective: 'drafts',
    }),
    [schema, changedIds],
  )
  const documents = useQuery<Fields[]>(allDocuments)
  const { navigate, state } = useRouter()
  const [term, setTerm] = useState(() => new Map(state._searchParams).get(termParam) ?? '')
  const [newText, setNewText] = useState('')
  const pattern = createTermPattern(useDeferredValue(term))

  async function replace(places: readonly Place[]) {
    const ids = [...new Set(places.map(({ id }) => id))]
    const savedIds = await saveReplacements(client, ids, (document) => {
      const type = schema.get(String(document._type))
      const id = getPublishedId(String(document._id))
      return places.flatMap((place) =>
        type && pattern && place.id === id ? replaceText(document, type, place.path, pattern, newText) : [],
      )
    }).catch(() => {
      const title = 'Nothing was replaced. Another editor probably just changed a document. Try again.'
      push({ status: 'error', title })
      return []
    })
    setChangedIds((earlierIds) => [...new Set([...earlierIds, ...savedIds])])
  }

  return (
    <ToolPage title="Find on the site">
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
        onChange={({ currentTarget: { value } }) => {
          setTerm(value)
          navigate({ _searchParams: value ? [[termParam, value]] : [] }, { replace: true })
        }}
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
      <Loaded result={documents}>
        {(loaded) => (
          <>
            <Drafts documents={loaded.filter(({ _id }) => changedIds.includes(String(_id)))} />
            {pattern && (
              <Matches documents={loaded} pattern={pattern} newText={newText} onReplace={replace} />
            )}
          </>
        )}
      </Loaded>
    </ToolPage>
  )
}

/** Links to the documents with replaced text, for the editor to publish. */
function Drafts({ documents }: { documents: Fields[] }) {
  if (documents.length === 0) return null
  return (
    <Stack gap={4} role="status" data-testid="replaced">
      <Text size={1}>Replaced in drafts, which visitors don’t see. Open and publish them:</Text>
      <DocumentList tone="positive" found={documents.map((document) => ({ document }))} />
    </Stack>
  )
}

type MatchesProps = {
  documents: Fields[]
  pattern: RegExp
  /** The text that replaces the matches; empty for no replacement. */
  newText: string
  onReplace: (places: readonly Place[]) => void
}

function Matches({ documents, pattern, newText, onReplace }: MatchesProps) {
  const schema = useSchema()
  const values = formatOfferValues(documents.find(({ _type }) => _type === 'offer'))
  const places = documents.flatMap((document) => {
    const [id, type] = [String(document._id), String(document._type)]
    const schemaType = schema.get(type)
    // Defaults are searched too, but only text that an editor has entered can be replaced.
    const shown =
      type === 'messages' ? { ...document, ...mergeMessages(document) } : completePage(type, document)
    return findText(shown, pattern, values).map(({ path, text }): Place => {
      const field = schemaType ? getFieldTitle(schemaType, path, document) : pathToString(path)
      const title = `${getDocumentTitle(document, schema)} › ${field}`
      const replacements =
        newText && schemaType ? replaceText(document, schemaType, path, pattern, newText) : []
      return { id, type, path, title, text, canReplace: replacements.length > 0 }
    })
  })
  const replaceable = places.filter(({ canReplace }) => canReplace)
  const fixedCount = newText ? places.length - replaceable.length : 0
  return (
    <Stack gap={4}>
      <Flex align="center" gap={3} wrap="wrap">
        <Box flex={1} aria-live="polite">
          <Text muted size={1}>
            {places.length === 0
              ? 'No text or price on the site matches.'
              : places.length > maxMatches
                ? `Showing the first ${maxMatches} of ${places.length} matches`
                : `${places.length} found`}
            {fixedCount > 0 &&
              `. ${fixedCount} can’t be replaced here: placeholders, amounts, paths, defaults, and matches that span formatting.`}
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
      <FindingList testId="find-places">
        {places.slice(0, maxMatches).map((place) => {
          const { id, type, path, title, text, canReplace } = place
          const field = pathToString(path)
          const button = <Button mode="ghost" text="Replace" onClick={() => onReplace([place])} />
          return (
            <FindingLink
              key={`${id} ${field}`}
              {...{ id, type, title }}
              path={field}
              text={<Excerpt text={text} pattern={pattern} />}
              after={canReplace && button}
            />
          )
        })}
      </FindingList>
    </Stack>
  )
}

/** The text around the first match, with highlighted matches. */
function Excerpt({ text, pattern }: { text: string; pattern: RegExp }) {
  const contextLength = 60
  const [match = ''] = text.match(pattern) ?? []
  const start = Math.max(0, text.search(pattern) - contextLength)
  const end = start + match.length + 2 * contextLength
  const parts = text.slice(start, end).split(pattern)
  return (
    <>
      {start > 0 && '… '}
      {parts.map((part, index) =>
        // Every other part is a match.
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
        index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
      )}
      {end < text.length && ' …'}
    </>
  )
}
