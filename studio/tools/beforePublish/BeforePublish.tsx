import { Card, type CardTone, Flex, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import { type DocumentInspectorProps, getPublishedId, useEditState } from 'sanity'
import { DocumentInspectorHeader, useDocumentPane } from 'sanity/structure'
import { isRecord } from '@/lib/content/text/contentGuards'
import { fillOfferValues, formatOfferValues } from '@/lib/content/text/offerValues'
import { parseLandingPages, toPage } from '@/lib/landingPages'
import { allPages, isListed } from '@/lib/pages'
import { Finding, FindingList } from '../Finding'
import { getFieldTitle } from '../fieldTypes'
import { parseOfferNumbers } from '../parseOfferNumbers'
import { Notice } from '../ToolPage'
import { InboundLinks } from './InboundLinks'
import { SearchResult, SocialCard } from './previews'

/** The panel with the validation findings of a document, and the previews and links of its page. Each finding opens its field. */
export function BeforePublish({ documentId, documentType, onClose }: DocumentInspectorProps) {
  const { displayed, validation } = useDocumentPane()
  const id = getPublishedId(documentId)
  const { published } = useEditState(id, documentType)
  const settings = useEditState('siteSettings', 'siteSettings').published ?? {}
  const offer = useEditState('offer', 'offer').published
  const findPage = (content: object | null | undefined) =>
    documentType === 'landingPage'
      ? parseLandingPages([{ ...content, _id: id }]).map(toPage)[0]
      : allPages.find(({ document }) => document === id)
  const page = findPage(displayed)
  const content = isRecord(displayed) ? displayed : {}
  const seo = fillOfferValues(content.seo, formatOfferValues(parseOfferNumbers(offer)))
  return (
    <Flex direction="column" height="fill" overflow="hidden" data-testid="before-publish">
      <DocumentInspectorHeader
        as="header"
        flex="none"
        closeButtonLabel="Close"
        onClose={onClose}
        title="Before you publish"
      />
      <Card flex={1} overflow="auto" padding={4}>
        <Stack gap={5}>
          <Findings title="Fix before publishing" tone="critical" level="error" />
          <Findings title="Suggestions" tone="caution" level="warning" />
          {validation.length === 0 && <Notice tone="positive">No errors or suggestions.</Notice>}
          {page && isListed(page) && (
            <>
              <PanelSection title="In search engines">
                <SearchResult seo={seo} settings={settings} path={page.path} />
              </PanelSection>
              <PanelSection title="When the page is shared">
                <SocialCard seo={seo} settings={settings} page={findPage(published)} />
              </PanelSection>
              <PanelSection title="Links to the page">
                <InboundLinks id={id} page={page} />
              </PanelSection>
            </>
          )}
        </Stack>
      </Card>
    </Flex>
  )
}

function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={4}>
      <Text as="h3" size={1} weight="semibold">
        {title}
      </Text>
      {children}
    </Stack>
  )
}

/** Lists the findings of a level of the validation. */
function Findings({ title, tone, level }: { title: string; tone: CardTone; level: 'error' | 'warning' }) {
  const { displayed, onFocus, onPathOpen, schemaType, validation } = useDocumentPane()
  const markers = validation.filter((marker) => marker.level === level)
  if (markers.length === 0) return null
  return (
    <PanelSection title={title}>
      <FindingList>
        {markers.map(({ path, message }) => (
          <Finding
            key={`${JSON.stringify(path)} ${message}`}
            tone={tone}
            title={message}
            text={getFieldTitle(schemaType, path, displayed)}
            onOpen={() => {
              onPathOpen(path)
              onFocus(path)
            }}
          />
        ))}
      </FindingList>
    </PanelSection>
  )
}
