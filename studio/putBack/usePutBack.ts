import { useCallback, useMemo, useState } from 'react'
import { type SanityDocument, useClient, useSchema, useWorkspace, validateDocument } from 'sanity'
import { apiVersion } from '@/lib/content/config'
import { siteTypes } from '../documentTitle'
import type { Lake } from '../log'
import { HistoryError, missingAssets, putBack, readChanges, readPublished } from './history'
import {
  assetsIn,
  type Change,
  type Hurt,
  hurtsBy,
  isChosenByItself,
  messagesOf,
  type Stored,
  siteOf,
} from './plan'

/** What putting the site back to a moment would do, and what stands in the way of each document. */
export type Plan = {
  /** ISO 8601, UTC. */
  time: string
  changes: Change[]
  published: Stored[]
  /** What would be refused in publishing each document by itself. */
  own: Hurt[]
}

type State =
  | { step: 'choosing'; problem?: string }
  | { step: 'reading' }
  | { step: 'chosen'; plan: Plan; chosen: ReadonlySet<string>; problem?: string }
  | { step: 'writing'; plan: Plan; chosen: ReadonlySet<string> }
  | { step: 'done'; time: string; undo: string; ids: readonly string[] }

const start: State = { step: 'choosing' }

/** The states of the tool, and the ways from one to the next. */
export function usePutBack() {
  const client = useClient({ apiVersion })
  const lake = useMemo<Lake>(() => client.withConfig({ perspective: 'raw' }), [client])
  const workspace = useWorkspace()
  const schema = useSchema()
  const types = useMemo(() => siteTypes(schema), [schema])
  const [state, setState] = useState<State>(start)

  const look = useCallback(
    async (time: string, ids?: readonly string[]) => {
      setState({ step: 'reading' })
      try {
        const [changes, published] = await Promise.all([
          readChanges(lake, time, types),
          readPublished(lake, types),
        ])
        const own = await ownHurts(lake, changes, published, (document) =>
          validateDocument({ document, workspace, environment: 'studio' }),
        )
        const chosen = changes.filter((change) => (ids ? ids.includes(change.id) : isChosenByItself(change)))
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
export function hurtsOf({ changes, published, own }: Plan, chosen: ReadonlySet<string>): Hurt[] {
  const picked = changes.filter(({ id }) => chosen.has(id))
  return [...own.filter(({ id }) => chosen.has(id)), ...hurtsBy(picked, published)]
}

async function ownHurts(
  lake: Lake,
  changes: readonly Change[],
  published: readonly Stored[],
  validate: (document: SanityDocument) => Promise<{ level: string; message: string }[]>,
): Promise<Hurt[]> {
  const missing = new Set(
    await missingAssets(lake, [...new Set(changes.flatMap(({ past }) => assetsIn(past)))]),
  )
  const site = siteOf(published)
  const found = changes.map(async ({ id, past }): Promise<Hurt[]> => {
    if (!past) return []
    const { _createdAt, _updatedAt } = past
    const document = { ...past, _createdAt: String(_createdAt), _updatedAt: String(_updatedAt) }
    const errors = (await validate(document)).filter(({ level }) => level === 'error')
    // What depends on other documents is judged by those that will be published, not by those that are.
    const aboutOthers = messagesOf(past, site)
    const messages = errors.map(({ message }) => message).filter((message) => !aboutOthers.includes(message))
    if (assetsIn(past).some((asset) => missing.has(asset))) {
      messages.push('A picture or film that it showed then was deleted.')
    }
    return [...new Set(messages)].map((message) => ({ id, message }))
  })
  return (await Promise.all(found)).flat()
}

function reasonOf(error: unknown, otherwise: string): string {
  return error instanceof HistoryError ? error.message : otherwise
}
