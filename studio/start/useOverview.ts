import { useCallback, useEffect, useMemo, useState } from 'react'
import { useClient, useSchema, useWorkspace, validateDocument } from 'sanity'
import { z } from 'zod'
import { apiVersion } from '@/lib/content/config'
import { getPublishedId } from '@/lib/content/tags'
import { getDocumentTitle, getSiteTypes } from '../documentTitle'
import { readTransactionLog } from '../transactionLog'
import { type Announcement, getLatestChanges, groupAnnouncements, type LatestChange } from './overview'

const documentSchema = z.looseObject({
  _id: z.string(),
  _type: z.string(),
  _rev: z.string(),
  _createdAt: z.string(),
  _updatedAt: z.string(),
})
type Document = z.infer<typeof documentSchema>

/** Query parameters for the latest transactions. Many, since each pause in an editor's typing creates one. */
const latestTransactions = { limit: '500', reverse: 'true' }

/** A document with its display title. */
export type TitledDocument = { id: string; type: string; title: string }

/** The data of the start page. */
export type Overview = {
  latestChanges: (LatestChange & TitledDocument)[]
  /** Most recently changed first. */
  drafts: (TitledDocument & { changedAt: string })[]
  /** Current and future announcements. */
  scheduledAnnouncements: (Announcement & { isNow: boolean })[]
  /** Current announcements that end soon. */
  endingAnnouncements: Announcement[]
  /** The published documents. */
  documents: Document[]
}

const toText = (value: unknown) => (typeof value === 'string' ? value : null)

/** Loads the data of the start page; `refresh` loads it again. */
export function useOverview() {
  const client = useClient({ apiVersion })
  const contentLake = useMemo(() => client.withConfig({ perspective: 'raw' }), [client])
  const schema = useSchema()
  const [overview, setOverview] = useState<Overview | 'failed'>()
  const [refreshCount, setRefreshCount] = useState(0)
  const refresh = useCallback(() => setRefreshCount((count) => count + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `refresh` increments `refreshCount` to load again
  useEffect(() => {
    let isCurrent = true
    const loadOverview = async (): Promise<Overview> => {
      const [foundDocuments, log] = await Promise.all([
        contentLake.fetch<unknown>('*[_type in $types]', { types: getSiteTypes(schema) }),
        readTransactionLog(contentLake, '', latestTransactions),
      ])
      const documents = z.array(documentSchema).parse(foundDocuments)
      const toTitledDocument = (document: Document): TitledDocument => ({
        id: getPublishedId(document._id),
        type: document._type,
        title: getDocumentTitle(document, schema),
      })
      const titledById = new Map(
        documents.map((document) => [getPublishedId(document._id), toTitledDocument(document)]),
      )
      const announcements = documents
        .filter(({ _type, _id }) => _type === 'announcement' && !_id.includes('.'))
        .map(({ _id, text, start, end }) => ({
          _id,
          text: toText(text),
          start: toText(start),
          end: toText(end),
        }))
      return {
        ...groupAnnouncements(announcements, Date.now()),
        latestChanges: getLatestChanges(log, new Set(documents.map(({ _id }) => _id))).flatMap((change) => {
          const titledDocument = titledById.get(change.id)
          return titledDocument ? [{ ...change, ...titledDocument }] : []
        }),
        drafts: documents
          .filter(({ _id }) => _id.startsWith('drafts.'))
          .toSorted((a, b) => b._updatedAt.localeCompare(a._updatedAt))
          .map((document) => ({ ...toTitledDocument(document), changedAt: document._updatedAt })),
        documents: documents.filter(({ _id }) => !_id.includes('.')),
      }
    }
    loadOverview()
      .catch(() => 'failed' as const)
      .then((result) => {
        if (isCurrent) setOverview(result)
      })
    return () => {
      isCurrent = false
    }
  }, [contentLake, schema, refreshCount])

  return { overview, refresh }
}

/** A published document with its numbers of validation errors and warnings. */
export type Findings = TitledDocument & { errors: number; warnings: number }

/**
 * Validates published documents one after the other. Returns those with errors or warnings; undefined until all are
 * validated, empty after a failure.
 */
export function useFindings(documents: readonly Document[] | undefined): Findings[] | undefined {
  const workspace = useWorkspace()
  const schema = useSchema()
  const [findings, setFindings] = useState<Findings[]>()
  useEffect(() => {
    let isCurrent = true
    const validateAll = async () => {
      const allFindings: Findings[] = []
      for (const document of documents ?? []) {
        const markers = await validateDocument({ document, workspace, environment: 'studio' })
        if (!isCurrent) return
        const countFindings = (level: string) => markers.filter((marker) => marker.level === level).length
        const [errors, warnings] = [countFindings('error'), countFindings('warning')]
        const titledDocument = {
          id: document._id,
          type: document._type,
          title: getDocumentTitle(document, schema),
        }
        if (errors + warnings > 0) allFindings.push({ ...titledDocument, errors, warnings })
      }
      setFindings(allFindings.toSorted((a, b) => b.errors - a.errors || b.warnings - a.warnings))
    }
    if (documents) validateAll().catch(() => setFindings([]))
    return () => {
      isCurrent = false
    }
  }, [documents, workspace, schema])
  return findings
}
