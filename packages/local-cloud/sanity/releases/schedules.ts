import type { DatabaseSync } from 'node:sqlite'
import { putDocument } from '../actionSteps.ts'
import type { Dataset } from '../dataset.ts'
import { getPublishTime, getReleaseState, RELEASE_TYPE } from '../release.ts'
import type { DocumentChange, Identity, SanityDocument } from '../types.ts'
import { omit } from '../values.ts'
import { WorkingSet } from '../workingSet.ts'
import { publishRelease } from './actions.ts'

/** Publishes scheduled releases at their time. */
export type Schedules = {
  follow(dataset: Dataset): void
  /** Starts to publish due releases, those of the downtime included. Call it when everything else serves. */
  resume(): void
  /** Checks for due releases. Call it when the clock was advanced. */
  wake(): void
  close(): void
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS release_schedules (
    dataset TEXT NOT NULL, release TEXT NOT NULL, advanced INTEGER NOT NULL, PRIMARY KEY (dataset, release)
  ) STRICT;
`

/** The longest delay of a timer. */
const maxDelayMs = 2 ** 31 - 1
/** The delay after a release could not be stored. */
const retryMs = 5000

function wasScheduled({ before, after }: DocumentChange): boolean {
  return (
    getReleaseState(after) === 'scheduled' &&
    (getReleaseState(before) !== 'scheduled' || before?.publishAt !== after?.publishAt)
  )
}

/** The publisher of a release: its history names the user who scheduled it. */
function getPublisher({ userId }: SanityDocument): Identity {
  return { id: String(userId ?? 'system'), name: 'Scheduled release', email: '', roles: ['administrator'] }
}

/** Publishes a release. When that fails, makes it active again with the reason, which the Studio shows. */
function publish(dataset: Dataset, release: SanityDocument): void {
  try {
    const set = new WorkingSet(dataset, getPublisher(release))
    set.applyAll('actionError', [release], () => publishRelease(set, release))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const set = new WorkingSet(dataset, getPublisher(release))
    putDocument(set, release._id, { ...omit(release, ['publishAt']), state: 'active', error: { message } })
    set.commit()
  }
}

/**
 * Publishes the scheduled releases of followed datasets. `db` stores the console's clock at the time of scheduling.
 *
 * @param advancedSeconds - how far the console has advanced the clock. Only what it advances after the scheduling counts, so
 *   that a time that an editor selects by the browser's clock stays right.
 */
export function createSchedules(
  db: DatabaseSync,
  advancedSeconds: () => number,
  log: (line: string) => void,
): Schedules {
  db.exec(SCHEMA)
  const insert = db.prepare(
    'INSERT OR REPLACE INTO release_schedules (dataset, release, advanced) VALUES (?, ?, ?)',
  )
  const select = db.prepare('SELECT advanced FROM release_schedules WHERE dataset = ? AND release = ?')
  const followed = new Map<string, Dataset>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  /** The time until a release is due, negative when it is overdue. */
  function computeDelayMs(dataset: Dataset, release: SanityDocument): number {
    const since = select.get(dataset.name, release._id)?.advanced
    const advanced = typeof since === 'number' ? Math.max(0, advancedSeconds() - since) : 0
    return getPublishTime(release) - Date.now() - advanced * 1000
  }

  function findScheduled(): { dataset: Dataset; release: SanityDocument; delayMs: number }[] {
    return [...followed.values()].flatMap((dataset) =>
      dataset
        .findByType(RELEASE_TYPE)
        .filter((release) => getReleaseState(release) === 'scheduled')
        .map((release) => ({ dataset, release, delayMs: computeDelayMs(dataset, release) })),
    )
  }

  function publishDue(): void {
    const due = findScheduled().filter(({ delayMs }) => delayMs <= 0)
    try {
      for (const { dataset, release } of due.sort((a, b) => a.delayMs - b.delayMs)) publish(dataset, release)
      setTimer()
    } catch (error) {
      log(`content lake: publishing scheduled releases failed, retrying in ${retryMs} ms: ${error}`)
      setTimer(retryMs)
    }
  }

  function setTimer(minDelayMs = 0): void {
    clearTimeout(timer)
    if (!isRunning) return
    const delayMs = Math.min(...findScheduled().map((release) => release.delayMs))
    if (delayMs === Number.POSITIVE_INFINITY) return
    timer = setTimeout(publishDue, Math.min(Math.max(delayMs, minDelayMs), maxDelayMs)).unref()
  }

  return {
    follow(dataset) {
      followed.set(dataset.name, dataset)
      dataset.subscribe(({ changes }) => {
        const releases = changes.filter(({ before, after }) => (after ?? before)?._type === RELEASE_TYPE)
        for (const { documentId } of releases.filter(wasScheduled)) {
          insert.run(dataset.name, documentId, Math.round(advancedSeconds()))
        }
        if (releases.length > 0) setTimer()
      })
    },
    resume() {
      isRunning = true
      setTimer()
    },
    wake: () => setTimer(),
    close() {
      isRunning = false
      clearTimeout(timer)
    },
  }
}
