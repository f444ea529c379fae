import type { DatabaseSync } from 'node:sqlite'
import { putDocument } from '../actionSteps.ts'
import type { Dataset } from '../dataset.ts'
import { PendingTransaction } from '../pendingTransaction.ts'
import { getReleaseState, RELEASE_TYPE } from '../release.ts'
import type { DocumentChange, Identity, SanityDocument } from '../types.ts'
import { omit } from '../values.ts'
import { publishRelease } from './actions.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS release_schedules (
    dataset TEXT NOT NULL, release TEXT NOT NULL, advanced INTEGER NOT NULL, PRIMARY KEY (dataset, release)
  ) STRICT;
`

/** The longest delay of a timer. */
const maxDelayMs = 2 ** 31 - 1
/** The delay before the next attempt, after a release could not be stored. */
const retryMs = 5000

/** Whether a change scheduled a release, or moved its time. */
function wasScheduled({ before, after }: DocumentChange): boolean {
  return (
    getReleaseState(after) === 'scheduled' &&
    (getReleaseState(before) !== 'scheduled' || before?.publishAt !== after?.publishAt)
  )
}

/** The publisher of a release: the user who scheduled it, with all permissions. */
function getPublisher({ userId }: SanityDocument): Identity {
  return { id: String(userId ?? 'system'), role: 'administrator' }
}

/** Publishes a release. After a failure, the release is active again, with the error message, which the Studio shows. */
function publish(dataset: Dataset, release: SanityDocument): void {
  try {
    const transaction = new PendingTransaction(dataset, getPublisher(release))
    transaction.applyAndCommit('actionError', [release], () => publishRelease(transaction, release))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const transaction = new PendingTransaction(dataset, getPublisher(release))
    putDocument(transaction, release._id, {
      ...omit(release, ['publishAt']),
      state: 'active',
      error: { message },
    })
    transaction.commit()
  }
}

/**
 * Publishes the scheduled releases of watched datasets. `db` stores how far the clock was advanced when each was scheduled.
 *
 * @param readAdvancedSeconds - returns how far the console has advanced the clock. Only the part after the scheduling counts,
 *   since editors select times by the browser's clock.
 */
export function createReleaseScheduler(
  db: DatabaseSync,
  readAdvancedSeconds: () => number,
  log: (line: string) => void,
) {
  db.exec(SCHEMA)
  const insertAdvanced = db.prepare(
    'INSERT OR REPLACE INTO release_schedules (dataset, release, advanced) VALUES (?, ?, ?)',
  )
  const selectAdvanced = db.prepare(
    'SELECT advanced FROM release_schedules WHERE dataset = ? AND release = ?',
  )
  const watchedDatasets = new Map<string, Dataset>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  /** The time until a release is due; negative when it is overdue. */
  function computeDelayMs(dataset: Dataset, release: SanityDocument): number {
    const advancedAtScheduling = selectAdvanced.get(dataset.name, release._id)?.advanced
    const advancedSeconds =
      typeof advancedAtScheduling === 'number' ? Math.max(0, readAdvancedSeconds() - advancedAtScheduling) : 0
    return Date.parse(String(release.publishAt)) - Date.now() - advancedSeconds * 1000
  }

  function findScheduled(): { dataset: Dataset; release: SanityDocument; delayMs: number }[] {
    return [...watchedDatasets.values()].flatMap((dataset) =>
      dataset
        .findByType(RELEASE_TYPE)
        .filter((release) => getReleaseState(release) === 'scheduled')
        .map((release) => ({ dataset, release, delayMs: computeDelayMs(dataset, release) })),
    )
  }

  function publishDueReleases(): void {
    const dueReleases = findScheduled().filter(({ delayMs }) => delayMs <= 0)
    try {
      for (const { dataset, release } of dueReleases.sort((a, b) => a.delayMs - b.delayMs))
        publish(dataset, release)
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
    timer = setTimeout(publishDueReleases, Math.min(Math.max(delayMs, minDelayMs), maxDelayMs)).unref()
  }

  return {
    watch(dataset: Dataset) {
      watchedDatasets.set(dataset.name, dataset)
      dataset.subscribe(({ changes }) => {
        const releases = changes.filter(({ before, after }) => (after ?? before)?._type === RELEASE_TYPE)
        for (const { documentId } of releases.filter(wasScheduled)) {
          insertAdvanced.run(dataset.name, documentId, Math.round(readAdvancedSeconds()))
        }
        if (releases.length > 0) setTimer()
      })
    },
    /**
     * Starts to publish due releases, including those that became due while the cloud was stopped. Call it after all
     * services have started.
     */
    start() {
      isRunning = true
      setTimer()
    },
    /** Restarts the timer, which publishes releases that became due. Call it after the clock was advanced. */
    restartTimer: () => setTimer(),
    close() {
      isRunning = false
      clearTimeout(timer)
    },
  }
}
