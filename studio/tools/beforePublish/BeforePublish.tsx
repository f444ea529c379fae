import { Card, type CardTone, Flex, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import { type DocumentInspectorProps, getPublishedId, type Path, pathToString, useEditState } from 'sanity'
import { DocumentInspectorHeader, useDocumentPane, useStructureTool } from 'sanity/structure'
import { fillOfferValues, formatOfferValues } from '@/lib/content/text/offerValues'
import { parseLandingPages, toPage } from '@/lib/landingPages'
import { allPages, isListed } from '@/lib/pages'
import type { Fields } from '@/studio/checks/walk'
import { findChanges } from '../../findChanges'
import { Finding, FindingList } from '../Finding'
import { getFieldTitle } from '../fieldTypes'
import { Notice } from '../ToolPage'
import { InboundLinks } from './InboundLinks'
import { SearchResult, SocialCard } from './previews'

/** The panel with a document's validation findings and changed fields, and its page's previews and inbound links. */
export function BeforePublish({ documentId, documentType, onClose }: DocumentInspectorProps) {
  const { displayed, validation } = useDocumentPane()
  const id = getPublishedId(documentId)
  const { draft, published } = useEditState(id, documentType)
  const settings = useEditState('siteSettings', 'siteSettings').published ?? {}
  const offer: Fields = useEditState('offer', 'offer').published ?? {}
  const findPage = (content: object | null | undefined) =>
    documentType === 'landingPage'
      ? parseLandingPages([{ ...content, _id: id }]).map(toPage)[0]
      : allPages.find(({ document }) => document === id)
  const page = findPage(displayed)
  const seo = fillOfferValues(displayed?.seo, formatOfferValues(offer))
  const [errors, suggestions] = ['error', 'warning'].map((level) =>
    validation.filter((marker) => marker.level === level),
  )
  const changes = draft && published ? findChanges(published, draft) : []
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
          <FieldList title="Fix before publishing" tone="critical" fields={errors} />
          <FieldList title="Suggestions" tone="caution" fields={suggestions} />
          {validation.length === 0 && <Notice tone="positive">No errors or suggestions.</Notice>}
          <FieldList title="Changed since publishing" fields={changes.map((path) => ({ path }))} />
          {draft && published && changes.length === 0 && (
            <Notice>The draft is the same as the published version.</Notice>
          )}
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
    <Stack as="section" gap={4} aria-label={title}>
      <Text as="h3" size={1} weight="semibold">
        {title}
      </Text>
      {children}
    </Stack>
  )
}

type FieldListProps = {
  title: string
  tone?: CardTone
  fields: readonly { path: Path; message?: string }[] | undefined
}

/** Lists fields with their findings; each row opens its field. Renders nothing for an empty list. */
function FieldList({ title, tone = 'default', fields = [] }: FieldListProps) {
  const { closeInspector, displayed, onFocus, onPathOpen, schemaType } = useDocumentPane()
  const { features } = useStructureTool()
  if (fields.length === 0) return null
  return (
    <PanelSection title={title}>
      <FindingList>
        {fields.map(({ path, message }) => {
          const fieldTitle = getFieldTitle(schemaType, path, displayed)
          return (
            <Finding
              key={`${JSON.stringify(path)} ${message}`}
              tone={tone}
              title={message ?? (fieldTitle || pathToString(path))}
              text={message && fieldTitle}
              onOpen={() => {
                onPathOpen(path)
                onFocus(path)
                // On a phone, the panel replaces the form. If it were closed before these calls, it would reopen.
                if (!features.resizablePanes) closeInspector()
              }}
            />
          )
        })}
      </FindingList>
    </PanelSection>
  )
}
