import { useCallback, useMemo, useState } from 'react'
import { useClient, useSchema, useWorkspace, validateDocument } from 'sanity'
import { apiVersion } from '@/lib/content/config'
import { getSiteTypes } from '../documentTitle'
import type { ContentLake } from '../transactionLog'
import { findDocumentViolations } from './documentViolations'
import { HistoryError, readChanges, readPublished, restoreDocuments } from './history'
import {
  type Change,
  findSiteViolations,
  isSelectedByDefault,
  type StoredDocument,
  type Violation,
} from './plan'

/** The changes of a site restore, and the data to find its violations. */
export type Plan = {
  /** The time to restore to, ISO 8601, UTC. */
  time: string
  changes: Change[]
  /** All currently published documents. */
  published: StoredDocument[]
  /** Violations of each document if it is restored, apart from those that depend on other documents. */
  documentViolations: Violation[]
}

type State =
  | { step: 'choosing'; problem?: string }
  | { step: 'reading' }
  | { step: 'previewed'; plan: Plan; selected: ReadonlySet<string>; problem?: string }
  | { step: 'writing'; plan: Plan; selected: ReadonlySet<string> }
  | { step: 'done'; time: string; undoTime: string; ids: readonly string[] }

const initialState: State = { step: 'choosing' }

/** The state of the tool, and the functions that change it. */
export function useSiteRestore() {
  const client = useClient({ apiVersion })
  const contentLake = useMemo<ContentLake>(() => client.withConfig({ perspective: 'raw' }), [client])
  const workspace = useWorkspace()
  const schema = useSchema()
  const types = useMemo(() => getSiteTypes(schema), [schema])
  const [state, setState] = useState<State>(initialState)

  const preview = useCallback(
    async (time: string, ids?: readonly string[]) => {
      setState({ step: 'reading' })
      try {
        const [changes, published] = await Promise.all([
          readChanges(contentLake, time, types),
          readPublished(contentLake, types),
        ])
        const documentViolations = await findDocumentViolations(contentLake, changes, published, (document) =>
          validateDocument({ document, workspace, environment: 'studio' }),
        )
        const selected = changes.filter((change) =>
          ids ? ids.includes(change.id) : isSelectedByDefault(change),
        )
        setState({
          step: 'previewed',
          plan: { time, changes, published, documentViolations },
          selected: new Set(selected.map(({ id }) => id)),
        })
      } catch (error) {
        setState({
          step: 'choosing',
          problem: toMessage(error, 'The history couldn’t be loaded. Try again.'),
        })
      }
    },
    [contentLake, types, workspace],
  )

  const toggle = (id: string) => {
    if (state.step !== 'previewed') return
    const selected = new Set(state.selected)
    if (!selected.delete(id)) selected.add(id)
    setState({ ...state, selected })
  }

  const restore = async () => {
    if (state.step !== 'previewed') return
    const { plan, selected } = state
    const changes = plan.changes.filter(({ id }) => selected.has(id))
    setState({ step: 'writing', plan, selected })
    try {
      const undoTime = await restoreDocuments(contentLake, changes)
      setState({ step: 'done', time: plan.time, undoTime, ids: changes.map(({ id }) => id) })
    } catch {
      const problem =
        'Nothing was restored. Another editor probably just published one of these documents. Preview the changes again.'
      setState({ step: 'previewed', plan, selected, problem })
    }
  }

  return { state, preview, toggle, restore, restart: () => setState(initialState) }
}

/** Finds the violations of the selected documents, and those of all documents once the selection is restored. */
export function findPlanViolations(
  { changes, published, documentViolations }: Plan,
  selected: ReadonlySet<string>,
): Violation[] {
  const selectedChanges = changes.filter(({ id }) => selected.has(id))
  return [
    ...documentViolations.filter(({ id }) => selected.has(id)),
    ...findSiteViolations(selectedChanges, published),
  ]
}

function toMessage(error: unknown, fallback: string): string {
  return error instanceof HistoryError ? error.message : fallback
}
