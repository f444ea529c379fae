import { useCallback, useEffect, useMemo, useState } from 'react'
import { useClient, useSchema, useWorkspace, validateDocument } from 'sanity'
import { z } from 'zod'
import { apiVersion } from '@/lib/content/config'
import { getPublishedId } from '@/lib/content/tags'
import { getSiteTypes, titleOf } from '../documentTitle'
import { hasReleases } from '../releases'
import { openRequestsQuery, parseReviewRequests, type ReviewRequest } from '../review/request'
import { readTransactionLog } from '../transactionLog'
import {
  type Announcement,
  getLatestChanges,
  groupAnnouncements,
  type Latest,
  openReleasesQuery,
  type PlannedRelease,
  parsePlannedReleases,
} from './overview'

const documentSchema = z.looseObject({
  _id: z.string(),
  _type: z.string(),
  _rev: z.string(),
  _createdAt: z.string(),
  _updatedAt: z.string(),
})
type Document = z.infer<typeof documentSchema>

/** How many transactions of the log are read: every pause in typing is one. */
const newestFirst = { limit: '500', reverse: 'true' }

/** A document as the start page names it. */
export type Named = { id: string; type: string; title: string }

/** A release, or a draft that is published at a time, and the way to it. */
export type Planned = PlannedRelease & {
  target: Named & { link: { intent: string; params: Record<string, string> } }
}

/** What the start page shows. */
export type Overview = {
  latest: (Latest & Named)[]
  drafts: (Named & { at: string })[]
  requests: (ReviewRequest & { title: string })[]
  scheduled: (Announcement & { isNow: boolean })[]
  ending: Announcement[]
  planned: Planned[]
  documents: Document[]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** Reads what the start page shows, and again when asked to. */
export function useOverview() {
  const client = useClient({ apiVersion })
  const lake = useMemo(() => client.withConfig({ perspective: 'raw' }), [client])
  const schema = useSchema()
  const [overview, setOverview] = useState<Overview | 'failed'>()
  const [readings, setReadings] = useState(0)
  const refresh = useCallback(() => setReadings((count) => count + 1), [])

  // `readings` grows when somebody asks to read again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let isCurrent = true
    const read = async (): Promise<Overview> => {
      const [found, asked, log, releases] = await Promise.all([
        lake.fetch<unknown>('*[_type in $types]', { types: getSiteTypes(schema) }),
        lake.fetch<unknown>(openRequestsQuery),
        readTransactionLog(lake, '', newestFirst),
        hasReleases ? lake.fetch<unknown>(openReleasesQuery) : [],
      ])
      const all = z.array(documentSchema).parse(found)
      const nameOf = (one: Document): Named => ({
        id: getPublishedId(one._id),
        type: one._type,
        title: titleOf(one, schema),
      })
      const named = new Map(all.map((one) => [getPublishedId(one._id), nameOf(one)]))
      const announcements = all
        .filter(({ _type, _id }) => _type === 'announcement' && !_id.includes('.'))
        .map(({ _id, text, start, end }) => ({
          _id,
          text: textOf(text),
          start: textOf(start),
          end: textOf(end),
        }))
      const requestIds = z.array(z.looseObject({ _id: z.string() })).parse(asked)
      const requestLog =
        requestIds.length > 0
          ? await readTransactionLog(lake, `/${requestIds.map(({ _id }) => _id).join(',')}`, newestFirst)
          : []
      const requests = parseReviewRequests(asked, requestLog)
      const reviewed = new Set(requests.map(({ document }) => document))
      return {
        ...groupAnnouncements(announcements, Date.now()),
        latest: getLatestChanges(log, new Set(all.map(({ _id }) => _id))).flatMap((change) => {
          const name = named.get(change.id)
          return name ? [{ ...change, ...name }] : []
        }),
        drafts: all
          .filter(({ _id }) => _id.startsWith('drafts.') && !reviewed.has(getPublishedId(_id)))
          .toSorted((a, b) => b._updatedAt.localeCompare(a._updatedAt))
          .map((one) => ({ ...nameOf(one), at: one._updatedAt })),
        planned: parsePlannedReleases(
          releases,
          all.map(({ _id }) => _id),
        ).map((release) => ({ ...release, target: targetOf(release, named) })),
        requests: requests.map((request) => ({
          ...request,
          title: named.get(request.document)?.title ?? request.document,
        })),
        documents: all.filter(({ _id }) => !_id.includes('.')),
      }
    }
    read()
      .catch(() => 'failed' as const)
      .then((result) => {
        if (isCurrent) setOverview(result)
      })
    return () => {
      isCurrent = false
    }
  }, [lake, schema, readings])

  return { overview, refresh }
}

/** The way to a release, or to the draft that it publishes, named as editors know it. */
function targetOf(
  { name, title, documents, isScheduledDraft }: PlannedRelease,
  named: ReadonlyMap<string, Named>,
): Planned['target'] {
  const draft = isScheduledDraft ? named.get(documents[0] ?? '') : undefined
  if (draft) {
    const { id, type } = draft
    return { ...draft, link: { intent: 'edit', params: { id, type, scheduledDraft: name } } }
  }
  return {
    id: name,
    type: 'system.release',
    title: title || 'A release without a name',
    link: { intent: 'release', params: { id: name } },
  }
}

/** What “Before you publish” says of a published document. */
export type Findings = Named & { errors: number; warnings: number }

/** Looks at published documents as the panel beside a form does, one after the other; undefined until all are. */
export function useFindings(documents: readonly Document[] | undefined): Findings[] | undefined {
  const workspace = useWorkspace()
  const schema = useSchema()
  const [findings, setFindings] = useState<Findings[]>()
  useEffect(() => {
    let isCurrent = true
    const look = async () => {
      const found: Findings[] = []
      for (const document of documents ?? []) {
        const markers = await validateDocument({ document, workspace, environment: 'studio' })
        if (!isCurrent) return
        const count = (level: string) => markers.filter((marker) => marker.level === level).length
        const [errors, warnings] = [count('error'), count('warning')]
        const name = { id: document._id, type: document._type, title: titleOf(document, schema) }
        if (errors + warnings > 0) found.push({ ...name, errors, warnings })
      }
      setFindings(found.toSorted((a, b) => b.errors - a.errors || b.warnings - a.warnings))
    }
    if (documents) look().catch(() => setFindings([]))
    return () => {
      isCurrent = false
    }
  }, [documents, workspace, schema])
  return findings
}
