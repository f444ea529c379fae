import type { DatabaseSync } from 'node:sqlite'
import { isStorageFailure } from '../../http/storageFailure.ts'
import { putWhole } from '../actionSteps.ts'
import type { Dataset } from '../dataset.ts'
import { ApiError, ItemError } from '../errors.ts'
import { publishTimeOf, RELEASE_TYPE, stateOf } from '../release.ts'
import type { DocumentChange, Identity, SanityDocument } from '../types.ts'
import { omit } from '../values.ts'
import { WorkingSet } from '../workingSet.ts'
import { publishRelease } from './actions.ts'

/** Scheduled releases, published at their time. */
export type Schedules = {
  /** Watches the releases of a dataset. */
  follow(dataset: Dataset): void
  /** Begins to publish what is due, also what became so while nothing ran: call it when everything else serves. */
  resume(): void
  /** Looks again what is due: call it when the clock was moved. */
  wake(): void
  /** Publishes nothing more. */
  close(): void
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS release_schedules (
    dataset TEXT NOT NULL, release TEXT NOT NULL, advanced INTEGER NOT NULL, PRIMARY KEY (dataset, release)
  ) STRICT;
`

/** The longest that a timer can wait. Milliseconds. */
const LONGEST = 2 ** 31 - 1
/** When a release is tried again that could not be written. Milliseconds. */
const AGAIN = 5000

function wasScheduled({ before, after }: DocumentChange): boolean {
  return (
    stateOf(after) === 'scheduled' &&
    (stateOf(before) !== 'scheduled' || before?.publishAt !== after?.publishAt)
  )
}

/** Who publishes a release at its time: the one who scheduled it, as far as its author goes. */
function publisherOf({ userId }: SanityDocument): Identity {
  return { id: String(userId ?? 'system'), name: 'Scheduled release', email: '', roles: ['administrator'] }
}

/** Takes a release back that can't be published, with the reason, as the Studio shows it. */
function giveUp(dataset: Dataset, release: SanityDocument, message: string): void {
  const set = new WorkingSet(dataset, publisherOf(release))
  putWhole(set, release._id, { ...omit(release, ['publishAt']), state: 'active', error: { message } })
  set.commit()
}

/** Publishes a release, unless somebody has done so, or called it off, meanwhile. */
function publish(dataset: Dataset, { _id }: SanityDocument): void {
  const release = dataset.get(_id)
  if (!release || stateOf(release) !== 'scheduled') return
  const set = new WorkingSet(dataset, publisherOf(release))
  publishRelease(set, release)
  const [failure] = set.integrityFailures()
  if (failure) throw failure.error
  set.commit()
}

/**
 * Publishes scheduled releases of the datasets that it follows. `db` keeps what has to be known beyond a restart.
 * `advanced` tells how far the console has moved the time on, in seconds: what it moved since a release was scheduled
 * counts as time that has passed. So a time that an editor picks by the clock of the browser means what it says, however
 * often the clock was moved before.
 */
export function createSchedules(
  db: DatabaseSync,
  advanced: () => number,
  log: (line: string) => void,
): Schedules {
  db.exec(SCHEMA)
  const remember = db.prepare(
    `INSERT INTO release_schedules (dataset, release, advanced) VALUES (?, ?, ?)
     ON CONFLICT (dataset, release) DO UPDATE SET advanced = excluded.advanced`,
  )
  const recall = db.prepare('SELECT advanced FROM release_schedules WHERE dataset = ? AND release = ?')
  const followed = new Map<string, Dataset>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  /** In how many milliseconds a release is due, less than none when it already was. */
  function waitFor(dataset: Dataset, release: SanityDocument): number {
    const since = recall.get(dataset.name, release._id)?.advanced
    const moved = typeof since === 'number' ? Math.max(0, advanced() - since) : 0
    return publishTimeOf(release) - Date.now() - moved * 1000
  }

  function waiting(): { dataset: Dataset; release: SanityDocument; wait: number }[] {
    return [...followed.values()].flatMap((dataset) =>
      [...dataset.idsOfType(RELEASE_TYPE)]
        .map((id) => dataset.get(id))
        .filter((release) => release !== undefined)
        .filter((release) => stateOf(release) === 'scheduled')
        .map((release) => ({ dataset, release, wait: waitFor(dataset, release) })),
    )
  }

  function carryOut(dataset: Dataset, release: SanityDocument): void {
    try {
      publish(dataset, release)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (isStorageFailure(error)) throw error
      if (!(error instanceof ItemError || error instanceof ApiError))
        log(`local cloud: ${release._id} failed: ${reason}`)
      giveUp(dataset, release, reason)
    }
  }

  function run(): void {
    const due = waiting().filter(({ wait }) => wait <= 0)
    try {
      for (const { dataset, release } of due.sort((a, b) => a.wait - b.wait)) carryOut(dataset, release)
      arm()
    } catch (error) {
      log(`local cloud: scheduled releases wait: ${error}`)
      arm(AGAIN)
    }
  }

  function arm(soonest = 0): void {
    clearTimeout(timer)
    if (!isRunning) return
    const wait = Math.min(...waiting().map((release) => release.wait))
    if (wait !== Number.POSITIVE_INFINITY)
      timer = setTimeout(run, Math.min(Math.max(wait, soonest), LONGEST)).unref()
  }

  return {
    follow(dataset) {
      followed.set(dataset.name, dataset)
      dataset.subscribe(({ changes }) => {
        const releases = changes.filter(({ before, after }) => (after ?? before)?._type === RELEASE_TYPE)
        try {
          for (const change of releases.filter(wasScheduled)) {
            remember.run(dataset.name, change.documentId, Math.round(advanced()))
          }
        } finally {
          if (releases.length > 0) arm()
        }
      })
    },
    resume() {
      isRunning = true
      arm()
    },
    wake: () => arm(),
    close() {
      isRunning = false
      clearTimeout(timer)
    },
  }
}
