import { Card, Flex, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import { type DocumentInspectorProps, getPublishedId, type Path, useEditState } from 'sanity'
import { DocumentInspectorHeader, useDocumentPane } from 'sanity/structure'
import { isRecord } from '@/lib/content/text/contentGuards'
import { fillOfferValues, formatOfferValues } from '@/lib/content/text/offerValues'
import { parseLandingPages, toPage } from '@/lib/landingPages'
import { allPages, isListed } from '@/lib/pages'
import { parseOfferNumbers } from '../parseOfferNumbers'
import { getFieldTitle } from './getFieldTitle'
import { SearchResult, SocialCard } from './previews'
import { UsedBy } from './UsedBy'

/** The panel with validation findings, previews and uses of a document. Each finding opens its field. */
export function BeforePublish({ documentId, documentType, onClose }: DocumentInspectorProps) {
  const { displayed, onFocus, onPathOpen, schemaType, validation } = useDocumentPane()
  const settings = useEditState('siteSettings', 'siteSettings')
  const id = getPublishedId(documentId)
  const { published } = useEditState(id, documentType)
  const findPage = (content: object | null | undefined) =>
    documentType === 'landingPage'
      ? parseLandingPages([{ ...content, _id: id }]).map(toPage)[0]
      : allPages.find(({ document }) => document === id)
  const page = findPage(displayed)
  const offer = useEditState('offer', 'offer')
  const seo = fillOfferValues(
    isRecord(displayed) ? displayed.seo : null,
    formatOfferValues(parseOfferNumbers(offer.published)),
  )
  const publishedSettings = isRecord(settings.published) ? settings.published : {}
  const openField = (path: Path) => {
    onPathOpen(path)
    onFocus(path)
  }
  const listFindings = (level: string) =>
    validation
      .filter((marker) => marker.level === level)
      .map(({ path, message }) => ({ path, message, field: getFieldTitle(schemaType, path, displayed) }))
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
          <Findings
            title="Fix before publishing"
            tone="critical"
            items={listFindings('error')}
            onOpen={openField}
          />
          <Findings title="Suggestions" tone="caution" items={listFindings('warning')} onOpen={openField} />
          {validation.length === 0 && (
            <Card padding={3} radius={2} tone="positive">
              <Text size={1}>No errors or suggestions.</Text>
            </Card>
          )}
          {page && isListed(page) && (
            <>
              <PanelSection title="In search engines">
                <SearchResult seo={seo} settings={publishedSettings} path={page.path} />
              </PanelSection>
              <PanelSection title="When the page is shared">
                <SocialCard seo={seo} settings={publishedSettings} page={findPage(published)} />
              </PanelSection>
            </>
          )}
          <PanelSection title="Where it is used">
            <UsedBy id={id} type={documentType} page={page} content={isRecord(displayed) ? displayed : {}} />
          </PanelSection>
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

type FindingsProps = {
  title: string
  tone: 'critical' | 'caution'
  items: { path: Path; message: string; field: string }[]
  onOpen: (path: Path) => void
}

function Findings({ title, tone, items, onOpen }: FindingsProps) {
  if (items.length === 0) return null
  return (
    <PanelSection title={title}>
      <Stack as="ul" gap={2} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {items.map(({ path, message, field }) => (
          <li key={`${JSON.stringify(path)} ${message}`}>
            <Card
              as="button"
              padding={3}
              radius={2}
              tone={tone}
              onClick={() => onOpen(path)}
              style={{ width: '100%' }}
            >
              <Stack gap={3}>
                {field && (
                  <Text size={0} muted>
                    {field}
                  </Text>
                )}
                <Text size={1}>{message}</Text>
              </Stack>
            </Card>
          </li>
        ))}
      </Stack>
    </PanelSection>
  )
}
