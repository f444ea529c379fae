import { useCallback, useMemo, useState } from 'react'
import { useClient, useSchema, useWorkspace, validateDocument } from 'sanity'
import { apiVersion } from '@/lib/content/config'
import { getSiteTypes } from '../documentTitle'
import type { ContentLake } from '../transactionLog'
import { findDocumentViolations } from './documentViolations'
import { HistoryError, putBack, readChanges, readPublished } from './history'
import { type Change, findSiteViolations, isSelectedByDefault, type Stored, type Violation } from './plan'

/** What putting the site back to a moment would do, and what stands in the way of each document. */
export type Plan = {
  /** ISO 8601, UTC. */
  time: string
  changes: Change[]
  published: Stored[]
  /** What would be refused in publishing each document by itself. */
  own: Violation[]
}

type State =
  | { step: 'choosing'; problem?: string }
  | { step: 'reading' }
  | { step: 'chosen'; plan: Plan; chosen: ReadonlySet<string>; problem?: string }
  | { step: 'writing'; plan: Plan; chosen: ReadonlySet<string> }
  | { step: 'done'; time: string; undo: string; ids: readonly string[] }

const start: State = { step: 'choosing' }

/** The states of the tool, and the ways from one to the next. */
export function useSiteRestore() {
  const client = useClient({ apiVersion })
  const lake = useMemo<ContentLake>(() => client.withConfig({ perspective: 'raw' }), [client])
  const workspace = useWorkspace()
  const schema = useSchema()
  const types = useMemo(() => getSiteTypes(schema), [schema])
  const [state, setState] = useState<State>(start)

  const look = useCallback(
    async (time: string, ids?: readonly string[]) => {
      setState({ step: 'reading' })
      try {
        const [changes, published] = await Promise.all([
          readChanges(lake, time, types),
          readPublished(lake, types),
        ])
        const own = await findDocumentViolations(lake, changes, published, (document) =>
          validateDocument({ document, workspace, environment: 'studio' }),
        )
        const chosen = changes.filter((change) =>
          ids ? ids.includes(change.id) : isSelectedByDefault(change),
        )
        setState({
          step: 'chosen',
          plan: { time, changes, published, own },
          chosen: new Set(chosen.map(({ id }) => id)),
        })
      } catch (error) {
        setState({ step: 'choosing', problem: reasonOf(error, 'The history could not be read just now.') })
      }
    },
    [lake, types, workspace],
  )

  const toggle = (id: string) => {
    if (state.step !== 'chosen') return
    const chosen = new Set(state.chosen)
    if (!chosen.delete(id)) chosen.add(id)
    setState({ ...state, chosen })
  }

  const write = async () => {
    if (state.step !== 'chosen') return
    const { plan, chosen } = state
    const changes = plan.changes.filter(({ id }) => chosen.has(id))
    setState({ step: 'writing', plan, chosen })
    try {
      const undo = await putBack(lake, changes)
      setState({ step: 'done', time: plan.time, undo, ids: changes.map(({ id }) => id) })
    } catch {
      const problem =
        'Nothing was put back. Most likely somebody published one of these documents just now: look again at what would change.'
      setState({ step: 'chosen', plan, chosen, problem })
    }
  }

  return { state, look, toggle, write, restart: () => setState(start) }
}

/** What keeps documents from being put back: reasons that depend on what else is chosen, and those that do not. */
export function findPlanViolations(
  { changes, published, own }: Plan,
  chosen: ReadonlySet<string>,
): Violation[] {
  const picked = changes.filter(({ id }) => chosen.has(id))
  return [...own.filter(({ id }) => chosen.has(id)), ...findSiteViolations(picked, published)]
}

function reasonOf(error: unknown, otherwise: string): string {
  return error instanceof HistoryError ? error.message : otherwise
}
